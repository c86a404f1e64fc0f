// The one query behind every token check, for many tokens at once.
import { Injectable } from '@nestjs/common';
import { padded, statements } from '../../common/database/coalescer.js';
import { Database } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/engines/sql-value.js';
import { givenSelects, roleBases, type RoleBasis, type RoleBasisRow } from '../../users/roles/authorizations/role-basis.repository.js';

/** The input of a check. `grantNo` 0: the token has no grant. */
export interface TokenAsk {
  jti: string;
  userNo: number;
  grantNo: number;
  /** Whether the roles of the user will be returned. */
  hasRoles?: boolean;
}

/** The state at one moment. `user` and `grant` are absent if their row does not exist. Every change to a user raises the user's version. */
export interface TokenState {
  configVersion: number;
  revoked: boolean;
  /** `live`: the user is active and not locked, and the organization is active. */
  user?: { live: boolean; generation: number; organizationGeneration: number; version: number; orgNo: number };
  /** `live`: not revoked. Tokens below `minN` are invalid. */
  grant?: { live: boolean; minN: number; userNo: number; clientNo: number };
  /** Set if roles were requested. */
  roles?: RoleBasis;
}

const NO_TOKEN: TokenAsk = { jti: '', userNo: 0, grantNo: 0 };

/** `kind` is the row's subject: the version, a revoked token, a user or a grant. */
interface StateRow {
  kind: 'v' | 'r' | 'u' | 'g' | RoleBasisRow['kind'];
  jti: string;
  no: number;
  live: number;
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
}

/** @param groups the SELECT expression for the group version of the user's organization `o`, and its join */
const stateSelects = (marks: string, groups = { version: '0', join: '' }) => [
  `SELECT 'v' AS kind, '' AS jti, version AS no, 0 AS live, 0 AS a, 0 AS b, 0 AS c, 0 AS d, 0 AS e FROM config_version WHERE id = 1`,
  `SELECT 'r', jti, 0, 0, 0, 0, 0, 0, 0 FROM revoked_tokens WHERE jti IN (${marks})`,
  `SELECT 'u', '', u.no, CASE WHEN u.active = TRUE AND u.locked_us IS NULL AND o.state = 'active' THEN 1 ELSE 0 END, u.token_gen, o.token_gen, u.version, u.org_no,
       ${groups.version} FROM users u JOIN organizations o ON o.no = u.org_no${groups.join} WHERE u.no IN (${marks})`,
  `SELECT 'g', '', no, CASE WHEN revoked_us IS NULL THEN 1 ELSE 0 END, min_n, user_no, client_no, 0, 0 FROM grants WHERE no IN (${marks})`,
];
const statementFor = statements((marks) => stateSelects(marks).join(' UNION ALL '));
const WITH_GROUPS = { version: 'COALESCE(n.version, 0)', join: ' LEFT JOIN group_nesting n ON n.org_no = o.no' };

@Injectable()
export class TokenStateRepository {
  private readonly withRoles: (size: number) => string;

  constructor(private readonly database: Database) {
    const { words } = database.search;
    this.withRoles = statements((marks) =>
      [
        ...stateSelects(marks, WITH_GROUPS),
        ...givenSelects(words, marks, (kind, no, [a, b, c, d]) => `'${kind}', '', ${no}, 0, ${a}, ${b}, ${c}, ${d}, 0`),
      ].join(' UNION ALL '),
    );
  }

  /** @param asks no more than a batch holds */
  async readStates(asks: readonly TokenAsk[]): Promise<TokenState[]> {
    const all = padded(asks, NO_TOKEN);
    const values: SqlValue[] = [...all.map(({ jti }) => jti), ...all.map(({ userNo }) => userNo), ...all.map(({ grantNo }) => grantNo)];
    const hasRoles = asks.some((ask) => ask.hasRoles);
    if (hasRoles) {
      // For the other users no row is found.
      const holders = all.map((ask) => (ask.hasRoles ? ask.userNo : NO_TOKEN.userNo));
      values.push(...holders, ...holders);
    }
    const rows = await this.database.query.rows<StateRow>((hasRoles ? this.withRoles : statementFor)(all.length), values);
    const revoked = new Set(rows.filter(({ kind }) => kind === 'r').map(({ jti }) => jti));
    const users = byNo(rows, 'u');
    const grants = byNo(rows, 'g');
    const configVersion = rows.find(({ kind }) => kind === 'v')?.no ?? 0;
    const bases = hasRoles ? roleBases([...rows.filter(isOfRoles), ...[...users.values()].map(ofOrganization)]) : undefined;
    return asks.map(({ jti, userNo, grantNo, ...ask }) => {
      const [user, grant] = [users.get(userNo), grants.get(grantNo)];
      return {
        configVersion,
        revoked: revoked.has(jti),
        ...(user && {
          user: { live: user.live === 1, generation: user.a, organizationGeneration: user.b, version: user.c, orgNo: user.d },
        }),
        ...(grant && { grant: { live: grant.live === 1, minN: grant.a, userNo: grant.b, clientNo: grant.c } }),
        ...(ask.hasRoles && bases && { roles: bases(userNo) }),
      };
    });
  }
}

function isOfRoles(row: StateRow): row is StateRow & RoleBasisRow {
  return row.kind.startsWith('roles.');
}

/** The user's row includes the group version of the organization. */
function ofOrganization({ no, d: orgNo, e: groupsVersion }: StateRow): RoleBasisRow {
  return { kind: 'roles.organization', no, a: orgNo, b: groupsVersion, c: 0, d: 0 };
}

function byNo(rows: readonly StateRow[], kind: StateRow['kind']): Map<number, StateRow> {
  return new Map(rows.filter((row) => row.kind === kind).map((row) => [row.no, row]));
}
