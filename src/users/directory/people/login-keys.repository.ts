// The SQL of login keys: of the people whose userName is an address that they have proved, one over the whole service has it as login name. A
// unique key decides between two units of work.
import { Injectable } from '@nestjs/common';
import { DuplicateKeyError } from '../../../common/database/database.js';
import { ONE_STATEMENT, selectIn } from '../../../common/database/multi-row.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { Person } from './person/person.js';
import { provenName } from './person/verified-by.js';

@Injectable()
export class LoginKeysRepository {
  /**
   * Inserts people with the claims that they get. A claim that a concurrent unit takes meanwhile is left to it.
   * @param insert writes the rows, up to {@link ONE_STATEMENT} of them in one statement
   * @throws DuplicateKeyError
   */
  async insertClaiming(tx: Transaction, people: readonly Person[], insert: () => Promise<void>): Promise<void> {
    for (const person of people) person.loginKey = undefined;
    await this.claim(tx, people);
    await insert().catch(async (error: unknown) => {
      if (!isClaimTaken(error) || people.length > ONE_STATEMENT) throw error;
      for (const person of people) person.loginKey = undefined;
      await this.claim(tx, people);
      await insert();
    });
  }

  /** The same for the change of a person whose row is locked. @param after with the claim of the row */
  async updateClaiming(tx: Transaction, after: Person, update: () => Promise<unknown>): Promise<void> {
    await this.claim(tx, [after]);
    await update().catch(async (error: unknown) => {
      if (!isClaimTaken(error)) throw error;
      after.loginKey = undefined;
      await update();
    });
  }

  /** Whether the folded name is the login name of another person. */
  async isTaken(query: Query, key: string, exceptNo: number): Promise<boolean> {
    return (await query.row('SELECT no FROM users WHERE login_key = ? AND no <> ?', [key, exceptNo])) !== undefined;
  }

  /** Gives each of these people the proved name that no other person has. */
  private async claim(tx: Transaction, people: readonly Person[]): Promise<void> {
    const claims = new Map<string, Person>();
    for (const person of people) {
      const key = provenName(person);
      if (key === undefined || key !== person.loginKey) person.loginKey = undefined;
      if (key !== undefined && person.loginKey === undefined && !claims.has(key)) claims.set(key, person);
    }
    if (claims.size === 0) return;
    const rows = await selectIn<{ login_key: string }>(
      tx,
      'login keys',
      (marks) => `SELECT login_key FROM users WHERE login_key IN (${marks})`,
      [],
      [...claims.keys()],
    );
    for (const { login_key: key } of rows) claims.delete(key);
    for (const [key, person] of claims) person.loginKey = key;
  }
}

function isClaimTaken(error: unknown): boolean {
  return error instanceof DuplicateKeyError && error.index === 'u_users_login_key';
}
