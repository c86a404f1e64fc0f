// Who else in the organization has what is about to sign somebody in: nobody comes by another person's address or login name through provisioning.
import { Injectable } from '@nestjs/common';
import type { Query } from '../../common/database/database.js';
import { foldKey } from '../identifiers/fold.js';
import { domainOf, Domains } from '../organizations/domains.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { PeopleRepository } from './people.repository.js';
import { addressTaken, addressIsLoginName, loginNameIsAddress } from './person-refusals.js';
import { NO_USER, type Person, type PersonValues } from './person.js';

/** Whether the editor may do everything the user with this number may do. */
export type Covers = (query: Query, userNo: number) => Promise<boolean>;

@Injectable()
export class AddressClaims {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly domains: Domains,
  ) {}

  /**
   * Judges the addresses and the userName that somebody is to have.
   * @param before what the person was, unless new
   * @param trusted addresses that would be marked as verified
   * @param covers absent: the editor is the service itself
   * @returns the folded addresses, of those that are new or trusted, which another person of the organization has: nobody vouches for those
   * @throws DomainError `conflict` when the login name is another person's address, when an address is another person's login name, and when an
   *   address is that of somebody who may do more than the editor
   */
  async judge(
    query: Query,
    organization: Organization,
    wished: PersonValues,
    { before, trusted = [], covers }: { before?: Person; trusted?: readonly string[]; covers?: Covers },
  ): Promise<ReadonlySet<string>> {
    const had = new Set(before?.emails.map(({ value }) => foldKey(value)));
    const added = wished.emails.map(({ value }) => foldKey(value)).filter((key) => !had.has(key));
    const isRenamed = before === undefined || foldKey(before.userName) !== foldKey(wished.userName);
    const marked = trusted.map(foldKey);
    if (!isRenamed && added.length === 0 && marked.length === 0) return new Set();
    const own = new Set([organization.primaryDomain, ...(await this.domains.ownedBy(organization))]);
    const except = before?.no ?? NO_USER;
    const loginNames = isRenamed ? [...own].map((domain) => foldKey(`${wished.userName}@${domain}`)) : [];
    const holders = await this.repository.otherAddressHolders(
      query,
      organization.no,
      [...new Set([...added, ...marked, ...loginNames])],
      except,
    );
    if (holders.some(({ key }) => loginNames.includes(key))) throw loginNameIsAddress();
    const names = added.filter((key) => own.has(domainOf(key))).map((key) => key.slice(0, key.lastIndexOf('@')));
    if (await this.repository.isNameOfAnother(query, organization.no, names, except)) throw addressIsLoginName();
    for (const { userNo, key } of holders) if (covers && added.includes(key) && !(await covers(query, userNo))) throw addressTaken();
    return new Set(holders.map(({ key }) => key));
  }

  /** Whether somebody else of the organization has one of the folded addresses by now. */
  async heldByOthers(query: Query, { no, orgNo }: Person, keys: readonly string[]): Promise<boolean> {
    return (await this.repository.otherAddressHolders(query, orgNo, keys, no)).length > 0;
  }
}
