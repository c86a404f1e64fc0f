// Whom a typed name means: the login name, or userName or e-mail when exactly one active person has it. In a domain that an organization has
// verified only its own people count: anybody else might have taken the name to keep them out, or to learn who they are.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { foldKey } from '../identifiers/fold.js';
import { domainOf } from '../organizations/domains.service.js';
import { Organizations } from '../organizations/organizations.service.js';
import { LIST_NUMBERS } from './person.columns.js';

export interface SignInCandidate {
  userNo: number;
  userId: string;
  orgNo: number;
}

/** So many namesakes are looked at; more are ambiguous in any case. */
const MAX_NAMESAKES = 20;
const MAX_LOGIN_NAME = 500;

@Injectable()
export class SignInDirectory {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
  ) {}

  /**
   * @param loginName what was typed: `userName@primaryDomain`, a userName or an e-mail address
   * @param orgNo narrows the search to one organization
   * @returns undefined when nobody, or more than one, is meant; only active people of active organizations count
   */
  async find(loginName: string, orgNo?: number): Promise<SignInCandidate | undefined> {
    const typed = foldKey(loginName.trim());
    if (typed === '' || loginName.length > MAX_LOGIN_NAME) return undefined;
    const owner = typed.includes('@') ? await this.organizations.byDomain(domainOf(typed)) : undefined;
    const narrowed = orgNo ?? owner?.no;
    const named = owner?.state === 'active' && owner.no === narrowed ? await this.byLoginName(typed, owner.no) : undefined;
    return named ?? this.byUniqueName(typed, narrowed);
  }

  private async byLoginName(typed: string, orgNo: number): Promise<SignInCandidate | undefined> {
    const [row] = await this.rows('u.user_name_key = ? AND u.org_no = ?', [typed.slice(0, typed.lastIndexOf('@')), orgNo]);
    return row;
  }

  private async byUniqueName(key: string, orgNo: number | undefined): Promise<SignInCandidate | undefined> {
    const inOrg = orgNo === undefined ? '' : ' AND u.org_no = ?';
    const scope = orgNo === undefined ? [] : [orgNo];
    const byName = await this.rows(`u.user_name_key = ?${inOrg}`, [key, ...scope]);
    const byMail = await this.rows(
      `u.no IN (SELECT v.user_no FROM user_values v WHERE v.value_key = ? AND v.attr_no = ${LIST_NUMBERS.emails})${inOrg}`,
      [key, ...scope],
    );
    const people = new Map([...byName, ...byMail].map((candidate) => [candidate.userNo, candidate]));
    for (const candidate of people.values()) {
      if ((await this.organizations.byNo(candidate.orgNo))?.state !== 'active') people.delete(candidate.userNo);
    }
    return people.size === 1 ? people.values().next().value : undefined;
  }

  private async rows(where: string, values: Array<string | number>): Promise<SignInCandidate[]> {
    const rows = await this.database.query.rows<{ no: number; id: string; org_no: number }>(
      `SELECT u.no, u.id, u.org_no FROM users u WHERE ${where} AND u.kind = 'person' AND u.active = TRUE LIMIT ${MAX_NAMESAKES}`,
      values,
    );
    return rows.map(({ no, id, org_no }) => ({ userNo: no, userId: id, orgNo: org_no }));
  }
}
