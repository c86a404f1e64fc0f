// Whose an e-mail address or a login name is: nobody comes by another person's through provisioning, an import or a registration.
import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../common/database/database.js';
import { foldKey } from '../identifiers/fold.js';
import { domainOf, Domains } from '../organizations/domains.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { AddressLocksRepository } from './address-locks.repository.js';
import { PeopleRepository } from './people.repository.js';
import { addressTaken, addressIsLoginName, loginNameIsAddress } from './person-refusals.js';
import { NO_USER, type Person, type PersonValues } from './person.js';

/** Whether the editor may do everything the user with this number may do. */
export type Covers = (query: Query, userNo: number) => Promise<boolean>;

@Injectable()
export class AddressClaims {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly locks: AddressLocksRepository,
    private readonly domains: Domains,
  ) {}

  /**
   * Judges the addresses and the userName that somebody is to have.
   * @param before what the person was, unless new
   * @param trusted addresses that would be marked as verified
   * @param covers absent: the editor is the service itself
   * @param configVersion if it was read during this request
   * @returns the folded addresses, of those that are new or trusted, which another person of the organization has: nobody vouches for those
   * @throws DomainError `conflict` when the login name is another person's address, when an address is another person's login name, and when an
   *   address is that of somebody who may do more than the editor
   */
  async judge(
    query: Query,
    organization: Organization,
    wished: PersonValues,
    {
      before,
      trusted = [],
      covers,
      configVersion,
    }: { before?: Person; trusted?: readonly string[]; covers?: Covers; configVersion?: number | undefined },
  ): Promise<ReadonlySet<string>> {
    const had = new Set(before?.emails.map(({ value }) => foldKey(value)));
    const added = wished.emails.map(({ value }) => foldKey(value)).filter((key) => !had.has(key));
    const isRenamed = before === undefined || foldKey(before.userName) !== foldKey(wished.userName);
    const marked = trusted.map(foldKey);
    if (!isRenamed && added.length === 0 && marked.length === 0) return new Set();
    const own = await this.domainsOf(organization, configVersion);
    const except = before?.no ?? NO_USER;
    const loginNames = isRenamed ? loginNamesOf(wished.userName, own) : [];
    const holders = await this.repository.otherAddressHolders(
      query,
      organization.no,
      [...new Set([...added, ...marked, ...loginNames])],
      except,
    );
    if (holders.some(({ key }) => loginNames.includes(key))) throw loginNameIsAddress();
    const names = added.flatMap((key) => nameIn(key, own) ?? []);
    if (await this.repository.isNameOfAnother(query, organization.no, names, except)) throw addressIsLoginName();
    for (const { userNo, key } of holders) if (covers && added.includes(key) && !(await covers(query, userNo))) throw addressTaken();
    return new Set(holders.map(({ key }) => key));
  }

  /** The domains by which people of an organization sign in: its primary one and those it has verified. */
  async domainsOf(organization: Organization, configVersion?: number): Promise<ReadonlySet<string>> {
    return new Set([organization.primaryDomain, ...(await this.domains.ownedBy(organization, configVersion))]);
  }

  /**
   * Lets one unit of work at a time, over all processes, mark these addresses as verified without a proof: whoever looks for other holders of one
   * after this call sees those of every unit before.
   */
  async lockAddresses(tx: Transaction, addresses: ReadonlyArray<{ orgNo: number; address: string }>): Promise<void> {
    if (addresses.length > 0)
      await this.locks.lockAddresses(
        tx,
        addresses.map(({ orgNo, address }) => ({ orgNo, key: foldKey(address) })),
      );
  }

  /** Whether somebody else of the organization has one of the folded addresses by now. */
  async heldByOthers(query: Query, { no, orgNo }: Person, keys: readonly string[]): Promise<boolean> {
    return (await this.repository.otherAddressHolders(query, orgNo, keys, no)).length > 0;
  }
}

/** The folded login names of a userName in these domains. */
export function loginNamesOf(userName: string, domains: ReadonlySet<string>): string[] {
  return [...domains].map((domain) => foldKey(`${userName}@${domain}`));
}

/** The folded userName with which a folded address would be a login name in one of these domains. */
export function nameIn(addressKey: string, domains: ReadonlySet<string>): string | undefined {
  return domains.has(domainOf(addressKey)) ? addressKey.slice(0, addressKey.lastIndexOf('@')) : undefined;
}
