// The SQL that finds people by what they type at sign-in: active people only, in all organizations unless narrowed.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { domainOf, foldKey } from '../../../common/identifiers/fold.js';
import { LIST_NUMBERS } from './person/person.columns.js';
import { VERIFIED_BY, type VerifiedBy } from './person/person.js';
import { readLists, type StoredLists } from './person/person.rows.js';

/** A person who matches a typed name. */
export interface SignInCandidate {
  userNo: number;
  userId: string;
  orgNo: number;
}

/** A person who has the typed text as an e-mail address. `verifiedBy`: why it counts as verified; absent: unverified. */
export interface AddressHolder extends SignInCandidate {
  verifiedBy: VerifiedBy | undefined;
  /** The organization of the person has just given up the domain of the address. */
  isLost: boolean;
  /** The address is the login name of this person. */
  isLoginName: boolean;
}

interface Row {
  no: number;
  id: string;
  org_no: number;
}

/** Most people with the same name that are read, the oldest first; more are ambiguous anyway. */
const MAX_NAMESAKES = 100;
const LIVING = `u.kind = 'person' AND u.active = TRUE AND u.locked_us IS NULL`;

@Injectable()
export class SignInDirectoryRepository {
  constructor(private readonly database: Database) {}

  /** People whose folded userName is `key`, in one organization or in all. */
  async findByUserName(key: string, orgNo: number | undefined): Promise<SignInCandidate[]> {
    const rows = await this.database.query.rows<Row>(
      `SELECT u.no, u.id, u.org_no FROM users u
        WHERE u.user_name_key = ?${inOrganization(orgNo)} AND ${LIVING} ORDER BY u.no LIMIT ${MAX_NAMESAKES}`,
      [key, ...(orgNo === undefined ? [] : [orgNo])],
    );
    return rows.map(toCandidate);
  }

  /** People with `key` as a folded e-mail address, in one organization or in all. */
  async findByAddress(key: string, orgNo: number | undefined): Promise<AddressHolder[]> {
    const rows = await this.database.query.rows<Row & { lists: string; login_key: string | null; is_lost: number }>(
      `SELECT u.no, u.id, u.org_no, u.lists, u.login_key,
              EXISTS (SELECT 1 FROM domain_losses l WHERE l.org_no = u.org_no AND l.domain = ?) AS is_lost FROM users u
        WHERE u.no IN (SELECT v.user_no FROM user_values v WHERE v.value_key = ? AND v.attr_no = ${LIST_NUMBERS.emails})
          ${inOrganization(orgNo)} AND ${LIVING} ORDER BY u.no LIMIT ${MAX_NAMESAKES}`,
      [domainOf(key), key, ...(orgNo === undefined ? [] : [orgNo])],
    );
    return rows.map((row) => ({
      ...toCandidate(row),
      verifiedBy: reasonOf(row.lists, key),
      isLost: Boolean(row.is_lost),
      isLoginName: row.login_key === key,
    }));
  }
}

function inOrganization(orgNo: number | undefined): string {
  return orgNo === undefined ? '' : ' AND u.org_no = ?';
}

function toCandidate({ no, id, org_no }: Row): SignInCandidate {
  return { userNo: no, userId: id, orgNo: org_no };
}

/** The strongest reason, if the address is stored in several spellings. */
function reasonOf(lists: string, key: string): VerifiedBy | undefined {
  const reasons = readLists(JSON.parse(lists) as StoredLists).emails.flatMap(({ value, verifiedBy }) =>
    verifiedBy !== undefined && foldKey(value) === key ? verifiedBy : [],
  );
  return VERIFIED_BY.find((by) => reasons.includes(by));
}
