// The links of people to identity providers: which account belongs to a subject.
import { Injectable, Logger } from '@nestjs/common';
import type { Membership } from '../../../common/access/permissions.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError, isWriteBan } from '../../../common/primitives/domain-error.js';
import { EventLog } from '../../events/events.service.js';
import { IdentityLinksRepository, type IdentityLink, type IdentityLinkOfPerson, type LinkOwner } from './identity-links.repository.js';
import { OF_SERVICE, type IdentityProvider } from './identity-provider.js';
import { identityTaken, linkExists, unknownProvider } from './provider-refusals.js';
import { MAX_LOGIN_NAME, MAX_SUBJECT } from './upstream-identity.js';

/** A link to add. `orgNo` is the organization of the person. */
export interface NewIdentityLink {
  provider: Pick<IdentityProvider, 'no' | 'id' | 'orgNo' | 'name'>;
  userNo: number;
  orgNo: number;
  subject: string;
  loginName?: string | undefined;
  /** The roles of the administrator who connects it. Absent: the person or the provider does. */
  givenAs?: readonly Membership[] | undefined;
}

/** A link that was added to an account that was there, or removed. `provider` is its name. */
export interface IdentityChange {
  userNo: number;
  what: 'added' | 'removed';
  provider: string;
}

/** At most one write per link in this time, over all processes. */
const COARSE_US = 3_600_000_000;

@Injectable()
export class IdentityLinks {
  private readonly log = new Logger(IdentityLinks.name);
  private notify: (tx: Transaction, change: IdentityChange) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly repository: IdentityLinksRepository,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Called at start by the wing that notifies people. It is part of the unit of work of each change, but for imports. */
  onChange(notify: (tx: Transaction, change: IdentityChange) => Promise<void>): void {
    this.notify = notify;
  }

  /** The link of a subject, compared byte by byte. The caller must know that the provider exists and may be used. */
  find(providerNo: number, subject: string, query?: Query): Promise<IdentityLink | undefined> {
    return this.repository.findLink(providerNo, subject, query);
  }

  /** The links of a person, oldest first, without those to removed providers. */
  ofPerson(orgNo: number, userNo: number, query?: Query): Promise<IdentityLinkOfPerson[]> {
    return this.repository.listOfPerson(orgNo, userNo, query);
  }

  /**
   * Links a person, whose row the unit of work must have locked.
   * @throws DomainError `invalid` for a subject that is empty or too long, `notFound` for a removed provider or one of another organization, `conflict`
   * if the subject is linked to another account, or the person to another subject
   */
  async add(tx: Transaction, added: NewIdentityLink, editor: string): Promise<IdentityLink> {
    const [link] = await this.insert(tx, [added], editor).catch((error: unknown) => {
      throw error instanceof DuplicateKeyError ? taken(error) : error;
    });
    const { userNo, provider } = added;
    await this.notify(tx, { userNo, what: 'added', provider: provider.name });
    return link as IdentityLink;
  }

  /**
   * Adds many links, to people whose rows the unit of work must have locked.
   * @throws DomainError as {@link add}, but DuplicateKeyError for a link that is there
   */
  async addAll(tx: Transaction, links: readonly NewIdentityLink[], editor: string): Promise<void> {
    if (links.length > 0) await this.insert(tx, links, editor);
  }

  /** Who has these subjects of a provider, by the subject. */
  ownersOf(tx: Transaction, providerNo: number, subjects: readonly string[]): Promise<Map<string, LinkOwner>> {
    return this.repository.ownersOf(tx, providerNo, subjects);
  }

  /** @throws DomainError, DuplicateKeyError */
  private async insert(tx: Transaction, links: readonly NewIdentityLink[], editor: string): Promise<IdentityLink[]> {
    const existing = await this.repository.existingProviders(tx, [...new Set(links.map(({ provider }) => provider.no))]);
    const added = links.map(({ provider, userNo, orgNo, subject, loginName, givenAs }): IdentityLink => {
      if (subject === '' || subject.length > MAX_SUBJECT) throw invalidSubject();
      const isUsable = provider.orgNo === OF_SERVICE || provider.orgNo === orgNo;
      if (!isUsable || !existing.has(provider.no)) throw unknownProvider();
      const shown = loginName === undefined ? undefined : [...loginName].slice(0, MAX_LOGIN_NAME).join('');
      const optional = { ...(shown && { loginName: shown }), ...(givenAs && { givenAs }) };
      return { no: tx.nextNumber(), providerNo: provider.no, orgNo, userNo, subject, ...optional, createdUs: this.clock.nowUs() };
    });
    await this.repository.insertLinks(tx, added);
    for (const [at, { provider }] of links.entries())
      await this.append(tx, 'user.human.externalidp.added', provider, added[at] as IdentityLink, editor);
    return added;
  }

  /** Ends the link of a person to a provider. @returns whether there was one */
  async remove(tx: Transaction, person: { no: number; orgNo: number }, providerId: string, editor: string): Promise<boolean> {
    const link = (await this.repository.listOfPerson(person.orgNo, person.no, tx)).find(({ provider }) => provider.id === providerId);
    if (!link || !(await this.repository.deleteLink(tx, link))) return false;
    await this.append(tx, 'user.human.externalidp.removed', link.provider, link, editor);
    await this.notify(tx, { userNo: person.no, what: 'removed', provider: link.provider.name });
    return true;
  }

  /** Records that a link was used to sign in. Never fails. @param answeredUs when the provider answered, in microseconds since 1970 UTC */
  async noteUse(link: IdentityLink, answeredUs: number): Promise<void> {
    if (answeredUs - (link.lastUsedUs ?? 0) < COARSE_US) return;
    try {
      await this.database.write('note use of identity link', (tx) => this.repository.noteUse(tx, link, answeredUs, COARSE_US));
    } catch (error) {
      if (!isWriteBan(error)) this.log.warn({ message: 'last use of an identity link not written', err: error });
    }
  }

  /** Records an answer of the provider. @returns whether none that is newer was recorded; false without a link */
  noteAnswer(tx: Transaction, link: Pick<IdentityLink, 'providerNo' | 'orgNo' | 'userNo'>, answeredUs: number): Promise<boolean> {
    return this.repository.noteAnswer(tx, link, answeredUs);
  }

  private append(
    tx: Transaction,
    type: 'user.human.externalidp.added' | 'user.human.externalidp.removed',
    { id, name }: { id: string; name: string },
    { userNo, subject, loginName }: IdentityLink,
    editor: string,
  ): Promise<void> {
    const payload = { identityProviderId: id, name, subject, ...(loginName !== undefined && { loginName }) };
    return this.events.appendAboutUser(tx, userNo, { type, editor, payload });
  }
}

function invalidSubject(): DomainError {
  return new DomainError('invalid', 'identityLink.subject', `subject must have 1 to ${MAX_SUBJECT} characters.`, 'subject');
}

function taken({ index }: DuplicateKeyError): DomainError {
  return index === 'u_identity_links_person' ? linkExists() : identityTaken();
}
