// The one query behind every token check, for many tokens at once.
import { Injectable } from '@nestjs/common';
import { padded, statements } from '../../common/database/coalescer.js';
import { Database } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/dialect.js';

/** What a check must know about. `grantNo` 0: the token has no grant. */
export interface TokenAsk {
  jti: string;
  userNo: number;
  grantNo: number;
}

/** The state at one moment. `user` and `grant` are absent when their row is; the version of a user changes with everything about it. */
export interface TokenState {
  configVersion: number;
  revoked: boolean;
  /** Live: the user, who is not locked, and the organization are active. */
  user?: { live: boolean; generation: number; organizationGeneration: number; version: number; orgNo: number };
  /** Live: not revoked. Tokens below `minN` are dead. */
  grant?: { live: boolean; minN: number; userNo: number; clientNo: number };
}

const NOBODY: TokenAsk = { jti: '', userNo: 0, grantNo: 0 };

/** `kind` tells what a row is about: the version, a revoked token, a user or a grant. */
interface StateRow {
  kind: 'v' | 'r' | 'u' | 'g';
  jti: string;
  no: number;
  live: number;
  a: number;
  b: number;
  c: number;
  d: number;
}

const statementFor = statements((marks) =>
  [
    `SELECT 'v' AS kind, '' AS jti, version AS no, 0 AS live, 0 AS a, 0 AS b, 0 AS c, 0 AS d FROM config_version WHERE id = 1`,
    `SELECT 'r', jti, 0, 0, 0, 0, 0, 0 FROM revoked_tokens WHERE jti IN (${marks})`,
    `SELECT 'u', '', u.no, CASE WHEN u.active = TRUE AND u.locked_us IS NULL AND o.state = 'active' THEN 1 ELSE 0 END, u.token_gen, o.token_gen, u.version, u.org_no
       FROM users u JOIN organizations o ON o.no = u.org_no WHERE u.no IN (${marks})`,
    `SELECT 'g', '', no, CASE WHEN revoked_us IS NULL THEN 1 ELSE 0 END, min_n, user_no, client_no, 0 FROM grants WHERE no IN (${marks})`,
  ].join(' UNION ALL '),
);

@Injectable()
export class TokenStateRepository {
  constructor(private readonly database: Database) {}

  /** @param asks at most as many as a batch holds */
  async readStates(asks: readonly TokenAsk[]): Promise<TokenState[]> {
    const all = padded(asks, NOBODY);
    const values: SqlValue[] = [...all.map(({ jti }) => jti), ...all.map(({ userNo }) => userNo), ...all.map(({ grantNo }) => grantNo)];
    const rows = await this.database.query.rows<StateRow>(statementFor(all.length), values);
    const revoked = new Set(rows.filter(({ kind }) => kind === 'r').map(({ jti }) => jti));
    const users = byNo(rows, 'u');
    const grants = byNo(rows, 'g');
    const configVersion = rows.find(({ kind }) => kind === 'v')?.no ?? 0;
    return asks.map(({ jti, userNo, grantNo }) => {
      const [user, grant] = [users.get(userNo), grants.get(grantNo)];
      return {
        configVersion,
        revoked: revoked.has(jti),
        ...(user && {
          user: { live: user.live === 1, generation: user.a, organizationGeneration: user.b, version: user.c, orgNo: user.d },
        }),
        ...(grant && { grant: { live: grant.live === 1, minN: grant.a, userNo: grant.b, clientNo: grant.c } }),
      };
    });
  }
}

function byNo(rows: readonly StateRow[], kind: StateRow['kind']): Map<number, StateRow> {
  return new Map(rows.filter((row) => row.kind === kind).map((row) => [row.no, row]));
}
