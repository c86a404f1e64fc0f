// SQL of consents: one row per person and application.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { scopeValues } from '../protocol/scopes.js';

/** Maximum length stored; a request with a longer scope is refused before the person is asked. */
export const MAX_SCOPE = 2_000;
/** Maximum number of entries shown. */
const MAX_LISTED = 200;

/** A person's consent for an application. `givenUs`: microseconds since 1970 UTC. */
export interface Consent {
  clientNo: number;
  clientId: string;
  application: string;
  /** The digest of the application's logo. */
  logo: string | undefined;
  scope: readonly string[];
  givenUs: number;
}

@Injectable()
export class ConsentsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The scope that the person allowed the application; empty without a consent. */
  async scopeOf(userNo: number, clientNo: number): Promise<readonly string[]> {
    return (await this.findScope(this.database.query, userNo, clientNo)) ?? [];
  }

  /** Whether the person has consented to all of `scope`. */
  async coversScope(userNo: number, clientNo: number, scope: string): Promise<boolean> {
    const given = await this.findScope(this.database.query, userNo, clientNo);
    return given !== undefined && scopeValues(scope).every((value) => given.includes(value));
  }

  /** Adds `scope` to the consent. If the result is too long to store, `scope` replaces it. @returns the stored scope */
  async addScope(tx: Transaction, userNo: number, clientNo: number, scope: string): Promise<string> {
    const before = await this.findScope(tx, userNo, clientNo, tx.forUpdate);
    const all = scopeValues([...(before ?? []), scope].join(' ')).join(' ');
    const given = all.length > MAX_SCOPE ? scope : all;
    const values = [given, this.clock.nowUs(), userNo, clientNo];
    const update = () => tx.run('UPDATE consents SET scope = ?, given_us = ? WHERE user_no = ? AND client_no = ?', values);
    if (before) await update();
    else
      try {
        await tx.run('INSERT INTO consents (scope, given_us, user_no, client_no) VALUES (?, ?, ?, ?)', values);
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
        await update();
      }
    return given;
  }

  /** The consents of a person, ordered by the name of the application. */
  async listOfUser(userNo: number, query: Query = this.database.query): Promise<Consent[]> {
    const rows = await query.rows<{
      client_no: number;
      client_id: string;
      name: string;
      logo: string | null;
      scope: string;
      given_us: number;
    }>(
      `SELECT c.client_no, a.client_id, a.name, a.logo, c.scope, c.given_us FROM consents c JOIN applications a ON a.no = c.client_no
       WHERE c.user_no = ? ORDER BY a.name, c.client_no LIMIT ${MAX_LISTED}`,
      [userNo],
    );
    return rows.map(({ client_no: clientNo, client_id: clientId, name: application, logo, scope, given_us: givenUs }) => ({
      clientNo,
      clientId,
      application,
      logo: logo ?? undefined,
      scope: scopeValues(scope),
      givenUs,
    }));
  }

  /** @returns false if there was none */
  async removeConsent(tx: Transaction, userNo: number, clientNo: number): Promise<boolean> {
    return (await tx.run('DELETE FROM consents WHERE user_no = ? AND client_no = ?', [userNo, clientNo])) > 0;
  }

  private async findScope(query: Query, userNo: number, clientNo: number, lock = ''): Promise<string[] | undefined> {
    const sql = `SELECT scope FROM consents WHERE user_no = ? AND client_no = ?${lock}`;
    const row = await query.row<{ scope: string }>(sql, [userNo, clientNo]);
    return row && scopeValues(row.scope);
  }
}
