// The SQL of what a policy would do to the people of an organization: pages of people who can sign in, each with how.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { FactorKind } from '../../users/authentication/assurance/checks.js';
import { readLists, type StoredLists } from '../../users/directory/people/person/person.rows.js';

/** How one person can sign in. */
export interface WaysOfPerson {
  userNo: number;
  kinds: readonly FactorKind[];
  hasPassword: boolean;
  isLinked: boolean;
  hasVerifiedAddress: boolean;
}

interface Row {
  no: number;
  id: string;
  active: number | boolean;
  locked_us: number | null;
  lists: string;
  kinds: string | null;
  has_password: number | null;
  is_linked: number;
}

@Injectable()
export class PolicyEffectsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The next `limit` people by id, as an export reads them. Deactivated and locked people count for the limit but are left out.
   * @returns `next` undefined after the last page
   */
  async listWays(orgNo: number, after: string, limit: number): Promise<{ people: WaysOfPerson[]; next: string | undefined }> {
    const { useIndex, byPrimaryKey } = this.database.search.words;
    const rows = await this.database.query.rows<Row>(
      `SELECT u.no, u.id, u.active, u.locked_us, u.lists, f.kinds, p.user_no AS has_password,
              EXISTS (SELECT 1 FROM identity_links l WHERE l.user_no = u.no) AS is_linked
         FROM users u${useIndex('users_by_id')}
         LEFT JOIN factor_states f${byPrimaryKey} ON f.user_no = u.no LEFT JOIN passwords p${byPrimaryKey} ON p.user_no = u.no
        WHERE u.org_no = ? AND u.kind = 'person' AND u.id > ? ORDER BY u.id LIMIT ${limit}`,
      [orgNo, after],
    );
    const living = rows.filter(({ active, locked_us }) => Boolean(active) && locked_us === null);
    return { people: living.map(toWays), next: rows.length === limit ? rows.at(-1)?.id : undefined };
  }
}

function toWays({ no, kinds, has_password, is_linked, lists }: Row): WaysOfPerson {
  return {
    userNo: no,
    kinds: (kinds ?? '').split(' ').filter(Boolean) as FactorKind[],
    hasPassword: has_password !== null,
    isLinked: Boolean(is_linked),
    hasVerifiedAddress: readLists(JSON.parse(lists) as StoredLists).emails.some(({ verifiedBy }) => verifiedBy !== undefined),
  };
}
