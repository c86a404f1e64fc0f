// The domains of organizations. Verified ones are unique in the service: login names may end in them, and provisioned e-mail addresses in them count
// as verified.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Removals } from '../../common/work/removals.service.js';
import { RequestLimits } from './attempts/request-limits.service.js';
import { EventLog, type NewEvent } from '../events/events.service.js';
import { domainOf, foldKey } from '../../common/identifiers/fold.js';
import { beyondDryRun } from '../../common/primitives/dry-run.js';
import { isDomainName } from '../../common/primitives/domain-name.js';
import type { ProofMethod } from './domain-challenge.js';
import { type DomainHoldings, DomainsRepository, type OrganizationDomain } from './domains.repository.js';
import { domainsTriedOften } from './organization-refusals.js';
import { type Organization, OrganizationsRepository } from './organizations.repository.js';

export type { DomainHoldings, OrganizationDomain } from './domains.repository.js';

const NONE: ReadonlySet<string> = new Set();

/** Both methods throw a DomainError if people may not sign in by the domain. */
export interface DomainJudge {
  /** Checks all people. @param query a unit of work, or a read before it */
  judgeAll(query: Query, organization: Organization, domain: string): Promise<void>;
  /** Checks only changes since `sinceUs`, as part of the unit of work. */
  judgeChanged(tx: Transaction, organization: Organization, domain: string, sinceUs: number): Promise<void>;
}

/** The kind of a lost domain in the table of removals. */
export const LOST_DOMAIN = 'domain';

/** Most domains of an organization. */
const MAX_DOMAINS = 100;

@Injectable()
export class Domains {
  private readonly judges: DomainJudge[] = [];
  private readonly holdings: ConfigCache<number, DomainHoldings>;
  private readonly owners: ConfigCache<string, number | undefined>;

  constructor(
    private readonly repository: DomainsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly removals: Removals,
    private readonly limits: RequestLimits,
    private readonly clock: Clock,
  ) {
    this.holdings = new ConfigCache(config);
    this.owners = new ConfigCache(config);
  }

  /** Lets a dependent module refuse a domain before people of the organization sign in by it. */
  beforeSignIn(judge: DomainJudge): void {
    this.judges.push(judge);
  }

  /** @param aheadUs when all people were checked before the unit of work */
  private async judge(tx: Transaction, organization: Organization, domain: string, aheadUs: number | undefined): Promise<void> {
    for (const judge of this.judges)
      await (aheadUs === undefined ? judge.judgeAll(tx, organization, domain) : judge.judgeChanged(tx, organization, domain, aheadUs));
  }

  listDomains(organization: Organization): Promise<OrganizationDomain[]> {
    return this.repository.listDomains(organization.no);
  }

  /** The verified domains of an organization, in lower case. */
  async ownedBy(organization: Organization, configVersion?: number): Promise<ReadonlySet<string>> {
    return (await this.holdingsOf(organization.no, configVersion)).owned;
  }

  /**
   * The same in a unit of work that gives people names or addresses. A verification compares them with others, so the two units meet on the claim: the
   * second one sees what the first has written.
   */
  async ownedInUnit(tx: Transaction, organization: Organization): Promise<ReadonlySet<string>> {
    const { owned, hasClaims } = await this.holdingsOf(organization.no);
    if (!hasClaims) return owned;
    await this.organizations.lockClaims(tx, organization.no);
    return this.ownedBy(organization);
  }

  /** The domains on which marks of an organization's people rest, and those it has just given up. */
  holdingsOf(orgNo: number, configVersion?: number): Promise<DomainHoldings> {
    return this.holdings.get(orgNo, () => this.repository.readHoldings(orgNo), configVersion);
  }

  /**
   * The names that end in a domain which another organization has verified. Otherwise one organization could take the names of another's people, and
   * learn which exist.
   */
  async foreign(orgNo: number, names: readonly string[], configVersion?: number): Promise<ReadonlySet<string>> {
    const named = names.filter((name) => foldKey(name).includes('@'));
    if (named.length === 0) return NONE;
    const version = configVersion ?? (await this.config.current());
    const found = new Set<string>();
    for (const name of named) {
      const owner = await this.ownerOf(domainOf(name), version);
      if (owner !== undefined && owner !== orgNo) found.add(name);
    }
    return found;
  }

  /** The number of the organization that has verified a domain, in lower case. */
  ownerOf(domain: string, configVersion: number): Promise<number | undefined> {
    return this.owners.get(domain, async () => (await this.organizations.findByDomain(domain))?.no, configVersion);
  }

  /**
   * Adds an unverified domain. Others may claim it as well: claims are not disclosed and block no other claim.
   * @throws DomainError `invalid`, `conflict`, or `precondition` for too many
   */
  addDomain(organization: Organization, name: string, editor: string): Promise<OrganizationDomain> {
    return this.database.write('add domain', (tx) => this.addDomainIn(tx, organization, { domain: name, verified: false }, editor));
  }

  /**
   * The same as part of a larger unit of work, for callers who may also declare the domain verified.
   * @param aheadUs from {@link judgeAhead}, which a verified domain of an organization with people needs
   */
  async addDomainIn(
    tx: Transaction,
    organization: Organization,
    { domain: name, verified }: Pick<OrganizationDomain, 'domain' | 'verified'>,
    editor: string,
    aheadUs?: number,
  ): Promise<OrganizationDomain> {
    // First: its row lock serializes counting and adding.
    await this.config.raise(tx);
    const domain = normalDomain(name);
    assertAddable(domain, await this.repository.listDomains(organization.no, tx));
    if (verified) await this.verifyIn(tx, organization, domain, aheadUs);
    else await this.repository.insertClaim(tx, organization.no, domain);
    await this.append(tx, organization, 'org.domain.added', domain, editor);
    if (verified) await this.append(tx, organization, 'org.domain.verified', domain, editor);
    return { domain, verified, primary: false };
  }

  /**
   * Verifies a domain, by an administrator of the whole service.
   * @throws DomainError `notFound`, or `conflict` when another organization has it, or a login name in it would be another person's address
   */
  verifyDomain(organization: Organization, name: string, editor: string): Promise<OrganizationDomain> {
    return this.openSignIn(organization, name, isUnverified, async (tx, found, aheadUs) => {
      if (found.verified) return found;
      await this.verifyIn(tx, organization, found.domain, aheadUs);
      await this.append(tx, organization, 'org.domain.verified', found.domain, editor);
      return { ...found, verified: true };
    });
  }

  /**
   * Verifies a domain that its organization has proved.
   * @param settle ends the proof in the same unit of work
   * @throws DomainError `notFound`, `conflict` when another organization has it, or a login name in it would be another person's address
   */
  verifyProved(
    organization: Organization,
    name: string,
    editor: string,
    method: ProofMethod,
    settle: (tx: Transaction) => Promise<void>,
  ): Promise<OrganizationDomain> {
    return this.openSignIn(organization, name, isUnverified, async (tx, found, aheadUs) => {
      await settle(tx);
      if (found.verified) return found;
      await this.verifyIn(tx, organization, found.domain, aheadUs);
      await this.appendEvent(tx, organization, 'org.domain.verified', { domain: found.domain, method }, editor);
      return { ...found, verified: true };
    });
  }

  /**
   * Makes a verified domain the suffix of login names; people can also sign in with the previous one until it is removed.
   * @throws DomainError `notFound`, `precondition` for an unverified domain, `conflict` when a login name in it would be another person's address,
   * `tooMany` after too many in a minute
   */
  setPrimary(organization: Organization, name: string, editor: string): Promise<OrganizationDomain> {
    return this.openSignIn(
      organization,
      name,
      mayBecomePrimary,
      async (tx, found, aheadUs) => {
        if (mayBecomePrimary(found)) await this.judge(tx, organization, found.domain, aheadUs);
        return this.setPrimaryIn(tx, organization, found, editor);
      },
      // A dry run compares all people as well, so it is counted.
      () => beyondDryRun(() => this.takeTurn(organization)),
    );
  }

  /** An organization may go back and forth between two domains, and each time all of its people are compared. @throws DomainError `tooMany` */
  private async takeTurn({ id }: Organization): Promise<void> {
    const wait = await this.limits.waitOfOrganization('primaryDomain', id);
    if (wait) throw domainsTriedOften(wait);
  }

  /** The same as part of a larger unit of work. @param found from {@link addDomainIn}, which has checked it */
  async setPrimaryIn(tx: Transaction, organization: Organization, found: OrganizationDomain, editor: string): Promise<OrganizationDomain> {
    if (found.primary) return found;
    if (!found.verified) throw new DomainError('precondition', 'domain.unverified', 'A domain must be verified before it can be primary.');
    await this.organizations.setPrimaryDomain(tx, organization.no, found.domain, this.clock.nowUs());
    await this.append(tx, organization, 'org.domain.primary.set', found.domain, editor);
    return { ...found, primary: true };
  }

  /** One domain of the organization, verified or not. @throws DomainError `notFound` */
  async requireDomain({ no }: Organization, name: string, query?: Query): Promise<OrganizationDomain> {
    const domain = name.toLowerCase();
    const found = (await this.repository.listDomains(no, query)).find((known) => known.domain === domain);
    if (!found) throw new DomainError('notFound', 'domain.notFound', 'This organization does not have this domain.');
    return found;
  }

  /**
   * Removes a domain. Verified marks that rest on it end at once, and their rows are updated afterwards.
   * @param permit throws if the caller may not remove a verified domain from the people of the organization
   * @throws DomainError `notFound`, or `precondition` for the primary domain
   */
  async removeDomain(
    organization: Organization,
    name: string,
    editor: string,
    permit: (tx: Transaction, orgNo: number) => Promise<void>,
  ): Promise<void> {
    await this.change(organization, name, async (tx, found) => {
      if (found.primary)
        throw new DomainError('precondition', 'domain.primary', 'The primary domain cannot be removed; make another one primary first.');
      if (found.verified) await permit(tx, organization.no);
      await this.repository.removeDomain(tx, organization.no, found.domain);
      await this.append(tx, organization, 'org.domain.removed', found.domain, editor);
      if (found.verified) await this.lose(tx, organization, found.domain, editor);
      return found;
    });
  }

  private async lose(tx: Transaction, { no: orgNo }: Organization, domain: string, editor: string): Promise<void> {
    const no = tx.nextNumber();
    await this.repository.insertLoss(tx, no, orgNo, domain);
    await this.removals.begin(tx, LOST_DOMAIN, no, editor);
  }

  private async verifyIn(tx: Transaction, organization: Organization, domain: string, aheadUs?: number): Promise<void> {
    await this.judge(tx, organization, domain, aheadUs);
    try {
      await this.repository.insertVerified(tx, organization.no, domain, this.clock.nowUs());
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      throw new DomainError('conflict', 'domain.taken', 'This domain belongs to another organization.', 'domain');
    }
  }

  /**
   * Checks all people before the unit of work in which a domain opens the sign-in, because every change of the configuration waits for the unit.
   * @returns when; the unit checks who has changed since
   * @throws DomainError `invalid`, or `conflict` when a login name in it would be another person's address
   */
  async judgeAhead(organization: Organization, name: string): Promise<number> {
    const domain = normalDomain(name);
    const nowUs = this.clock.nowUs();
    for (const judge of this.judges) await judge.judgeAll(this.database.query, organization, domain);
    return nowUs;
  }

  /** The same for a domain to add. @throws DomainError also as {@link addDomainIn}, before people are compared */
  async judgeNewAhead(organization: Organization, name: string): Promise<number> {
    assertAddable(normalDomain(name), await this.listDomains(organization));
    return this.judgeAhead(organization, name);
  }

  /**
   * Like {@link change}, for a domain by which people are about to sign in.
   * @param concerns whether the domain is about to change
   * @param takeTurn called before the check; for callers who may change it as often as they like
   */
  private async openSignIn(
    organization: Organization,
    name: string,
    concerns: (found: OrganizationDomain) => boolean,
    act: (tx: Transaction, found: OrganizationDomain, aheadUs: number | undefined) => Promise<OrganizationDomain>,
    takeTurn?: () => Promise<void>,
  ): Promise<OrganizationDomain> {
    const found = await this.requireDomain(organization, name);
    let aheadUs: number | undefined;
    if (concerns(found)) {
      await takeTurn?.();
      aheadUs = await this.judgeAhead(organization, found.domain);
    }
    return this.change(organization, name, (tx, current) => act(tx, current, aheadUs));
  }

  private change(
    organization: Organization,
    name: string,
    act: (tx: Transaction, found: OrganizationDomain) => Promise<OrganizationDomain>,
  ): Promise<OrganizationDomain> {
    return this.database.write('change domain', async (tx) => {
      // Before the configuration, in the order of units that change people.
      await this.organizations.lockClaims(tx, organization.no);
      await this.config.raise(tx);
      return act(tx, await this.requireDomain(organization, name, tx));
    });
  }

  private append(tx: Transaction, organization: Organization, type: NewEvent['type'], domain: string, editor: string): Promise<void> {
    return this.appendEvent(tx, organization, type, { domain }, editor);
  }

  /** Appends an event about a domain, as part of `tx`. */
  appendEvent(
    tx: Transaction,
    { no, id }: Organization,
    type: NewEvent['type'],
    payload: { domain: string; method?: ProofMethod },
    editor: string,
  ): Promise<void> {
    return this.events.appendNext(tx, { type, orgNo: no, id, editor, payload });
  }
}

/** @throws DomainError `invalid` */
function normalDomain(name: string): string {
  const domain = name.trim().toLowerCase();
  if (isDomainName(domain)) return domain;
  throw new DomainError('invalid', 'domain.form', 'The domain must be a domain name such as example.com.', 'domain');
}

function isUnverified({ verified }: OrganizationDomain): boolean {
  return !verified;
}

function mayBecomePrimary({ verified, primary }: OrganizationDomain): boolean {
  return verified && !primary;
}

/** @throws DomainError `precondition` for too many, `conflict` for a domain that the organization has */
function assertAddable(domain: string, domains: readonly OrganizationDomain[]): void {
  if (domains.length >= MAX_DOMAINS)
    throw new DomainError('precondition', 'domain.tooMany', `This organization already has ${MAX_DOMAINS} domains; remove one first.`);
  if (domains.some((known) => known.domain === domain))
    throw new DomainError('conflict', 'domain.taken', 'This organization already has the domain.', 'domain');
}
