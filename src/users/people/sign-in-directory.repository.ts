// The SQL of looking people up by what they type at sign-in: active people only, over all organizations unless narrowed.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { foldKey } from '../identifiers/fold.js';
import { LIST_NUMBERS } from './person.columns.js';
import type { ListValue } from './person.js';

/** Somebody whom a typed name may mean. */
export interface SignInCandidate {
  userNo: number;
  userId: string;
  orgNo: number;
}

/** Somebody who has a typed text as an e-mail address. */
export interface AddressHolder extends SignInCandidate {
  isVerified: boolean;
}

interface Row {
  no: number;
  id: string;
  org_no: number;
}

/** How many namesakes are read, the oldest first; more are ambiguous anyway. */
const MAX_NAMESAKES = 100;
const LIVING = `u.kind = 'person' AND u.active = TRUE AND u.locked_us IS NULL`;

@Injectable()
export class SignInDirectoryRepository {
  constructor(private readonly database: Database) {}

  /** Those whose folded userName is `key`, in one organization or in all. */
  async findByUserName(key: string, orgNo: number | undefined): Promise<SignInCandidate[]> {
    const rows = await this.database.query.rows<Row>(
      `SELECT u.no, u.id, u.org_no FROM users u
        WHERE u.user_name_key = ?${inOrganization(orgNo)} AND ${LIVING} ORDER BY u.no LIMIT ${MAX_NAMESAKES}`,
      [key, ...(orgNo === undefined ? [] : [orgNo])],
    );
    return rows.map(toCandidate);
  }

  /** Those one of whose folded e-mail addresses is `key`, in one organization or in all. */
  async findByAddress(key: string, orgNo: number | undefined): Promise<AddressHolder[]> {
    const rows = await this.database.query.rows<Row & { lists: string }>(
      `SELECT u.no, u.id, u.org_no, u.lists FROM users u
        WHERE u.no IN (SELECT v.user_no FROM user_values v WHERE v.value_key = ? AND v.attr_no = ${LIST_NUMBERS.emails})
          ${inOrganization(orgNo)} AND ${LIVING} ORDER BY u.no LIMIT ${MAX_NAMESAKES}`,
      [key, ...(orgNo === undefined ? [] : [orgNo])],
    );
    return rows.map((row) => ({ ...toCandidate(row), isVerified: hasVerified(row.lists, key) }));
  }
}

function inOrganization(orgNo: number | undefined): string {
  return orgNo === undefined ? '' : ' AND u.org_no = ?';
}

function toCandidate({ no, id, org_no }: Row): SignInCandidate {
  return { userNo: no, userId: id, orgNo: org_no };
}

function hasVerified(lists: string, key: string): boolean {
  const { emails = [] } = JSON.parse(lists) as { emails?: ListValue[] };
  return emails.some(({ value, verified }) => verified && foldKey(value) === key);
}
