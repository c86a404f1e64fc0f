// Decides which person an e-mail address or a login name belongs to: provisioning, imports and registration can't take another person's.
import { Injectable } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { domainOf, foldKey } from '../../../common/identifiers/fold.js';
import { type DomainHoldings, Domains } from '../../organizations/domains.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { AddressLocksRepository } from './address-locks.repository.js';
import { PeopleRepository } from './people.repository.js';
import { addressIsLoginName, addressTaken, loginNameIsAddress, loginNameTaken, nameKept } from './person/person-refusals.js';
import { RemovedPeopleRepository } from './removed-people.repository.js';
import { NO_USER, type Person, type PersonValues } from './person/person.js';

/** Whether the editor has every permission of the user with this number. @param roles of the user, if already known */
export type Covers = (query: Query, userNo: number, roles?: readonly Membership[]) => Promise<boolean>;

/**
 * `before`: the person's current values; absent for a new person. `trusted`: addresses that would be marked as verified. `covers`: absent for the
 * service itself as the editor.
 */
interface JudgeTerms {
  before?: Person;
  trusted?: readonly string[];
  covers?: Covers;
}

@Injectable()
export class AddressClaims {
  constructor(
    private readonly repository: PeopleRepository,
    private readonly locks: AddressLocksRepository,
    private readonly domains: Domains,
    private readonly removed: RemovedPeopleRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the addresses and the userName that a person is about to get in this unit of work. A verification of a domain meets the unit.
   * @returns the new or trusted addresses, folded, that must stay unverified. Another person of the organization has them, or a deleted person had
   * them who can be restored and has more permissions than the editor.
   * @throws DomainError `conflict` when the login name is another person's address or login name, or an address is another person's login name. Also when a person
   * with more permissions than the editor has an address, or such a person was deleted and the name is kept.
   */
  judge(tx: Transaction, organization: Organization, wished: PersonValues, terms: JudgeTerms): Promise<ReadonlySet<string>> {
    return this.compare(tx, organization, wished, terms, () => this.domains.ownedInUnit(tx, organization));
  }

  /** The same ahead of the unit of work, which must then call {@link isJudgedBy}. @param owned the verified domains of the organization */
  judgeAhead(
    query: Query,
    organization: Organization,
    wished: PersonValues,
    terms: JudgeTerms,
    { owned }: DomainHoldings,
  ): Promise<ReadonlySet<string>> {
    return this.compare(query, organization, wished, terms, async () => owned);
  }

  /**
   * Whether a person was judged by all domains that the organization has verified by now. A verification that comes later meets the unit of work.
   * @param holdings with which {@link judgeAhead} judged
   */
  async isJudgedBy(tx: Transaction, organization: Organization, { owned, hasClaims }: DomainHoldings): Promise<boolean> {
    // A domain is claimed before it is verified, so the usual create asks for nothing.
    if (!hasClaims) return true;
    return [...(await this.domains.ownedInUnit(tx, organization))].every((domain) => owned.has(domain));
  }

  private async compare(
    query: Query,
    organization: Organization,
    wished: PersonValues,
    { before, trusted = [], covers }: JudgeTerms,
    findOwned: () => Promise<ReadonlySet<string>>,
  ): Promise<ReadonlySet<string>> {
    const had = new Set(before?.emails.map(({ value }) => foldKey(value)));
    const added = wished.emails.map(({ value }) => foldKey(value)).filter((key) => !had.has(key));
    const isRenamed = before === undefined || foldKey(before.userName) !== foldKey(wished.userName);
    const marked = trusted.map(foldKey);
    if (!isRenamed && added.length === 0 && marked.length === 0) return new Set();
    const own = withPrimary(organization, await findOwned());
    const except = before?.no ?? NO_USER;
    const loginNames = isRenamed ? loginNamesOf(wished.userName, own) : [];
    const names = added.flatMap((key) => namesIn(key, own));
    const nameKeys = isRenamed ? [...loginNames, foldKey(wished.userName)] : [];
    // The userNames with which another person would have the same login name.
    const sameNames = isRenamed ? [...loginNames, ...namesIn(foldKey(wished.userName), own)] : [];
    const all = await this.repository.otherAddressHolders(
      query,
      organization.no,
      [...new Set([...added, ...marked, ...names, ...nameKeys, ...sameNames])],
      except,
    );
    const holders = all.filter(({ as }) => as === 'address');
    const userNames = all.flatMap(({ as, key }) => (as === 'userName' ? [key] : []));
    const kept = covers ? await this.keptFrom(query, all, covers) : [];
    if (kept.some((key) => nameKeys.includes(key))) throw nameKept();
    if (holders.some(({ key }) => loginNames.includes(key))) throw loginNameIsAddress();
    if (userNames.some((key) => sameNames.includes(key))) throw loginNameTaken();
    if (userNames.some((key) => names.includes(key))) throw addressIsLoginName();
    for (const { userNo, key } of holders) if (covers && added.includes(key) && !(await covers(query, userNo))) throw addressTaken();
    const keptNames = marked.filter((key) => kept.includes(namesIn(key, own)[0] ?? key));
    return new Set([...holders.map(({ key }) => key), ...kept, ...keptNames]);
  }

  /** Names and addresses of deleted people with more permissions than the editor: the editor can't assign them. */
  private async keptFrom(
    query: Query,
    holders: ReadonlyArray<{ userNo: number; key: string; as: string }>,
    covers: Covers,
  ): Promise<string[]> {
    const kept: string[] = [];
    for (const { userNo, key } of holders.filter(({ as }) => as === 'kept')) {
      const roles = await this.removed.rolesOf(query, userNo, this.clock.nowUs());
      if (roles && !(await covers(query, userNo, roles))) kept.push(key);
    }
    return kept;
  }

  /** The domains by which people of an organization sign in, for a unit of work that gives names or addresses. */
  async domainsInUnit(tx: Transaction, organization: Organization): Promise<ReadonlySet<string>> {
    return withPrimary(organization, await this.domains.ownedInUnit(tx, organization));
  }

  /**
   * Lets one unit of work at a time, over all processes, mark these addresses as verified without a proof. A search for other owners after this call
   * sees the writes of every earlier unit.
   */
  async lockAddresses(tx: Transaction, addresses: ReadonlyArray<{ orgNo: number; address: string }>): Promise<void> {
    if (addresses.length > 0)
      await this.locks.lockAddresses(
        tx,
        addresses.map(({ orgNo, address }) => ({ orgNo, key: foldKey(address) })),
      );
  }

  /** Whether another person of the organization has one of the folded addresses now. */
  async heldByOthers(query: Query, { no, orgNo }: Person, keys: readonly string[]): Promise<boolean> {
    return (await this.repository.otherAddressHolders(query, orgNo, keys, no)).some(({ as }) => as === 'address');
  }
}

function withPrimary({ primaryDomain }: Organization, owned: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([primaryDomain, ...owned]);
}

/** The folded login names of a userName in these domains. */
export function loginNamesOf(userName: string, domains: ReadonlySet<string>): string[] {
  return [...domains].map((domain) => foldKey(`${userName}@${domain}`));
}

/** The folded userName, or none, with which a folded text would be a login name in one of these domains. */
export function namesIn(key: string, domains: ReadonlySet<string>): string[] {
  return key.includes('@') && domains.has(domainOf(key)) ? [key.slice(0, key.lastIndexOf('@'))] : [];
}
