// What administrators, and imports for them, change about identity providers.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { assertClientSuppliedId } from '../../../common/identifiers/client-supplied-id.js';
import { idStates } from '../../../common/identifiers/ids.repository.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { newId } from '../../../common/primitives/ids.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { Removals } from '../../../common/work/removals.service.js';
import { EventLog } from '../../events/events.service.js';
import { Domains } from '../../organizations/domains.service.js';
import { ownerNo, type FilledGroup, type IdentityProvider, type ProviderContent, type ProviderOwner } from './identity-provider.js';
import { IdentityProvidersRepository } from './identity-providers.repository.js';
import { changesOf, providerEvent } from './provider-events.js';
import { unknownProvider } from './provider-refusals.js';
import { newSamlKeys } from './saml-keys.js';

/** The client secret, the password of the bind, or the keys for a SAML provider. Absent: it stays; null: there is none. */
type SecretChange = string | null | undefined;

/** The kind of a provider's removal in the table of removals. */
export const REMOVED_PROVIDER = 'identityProvider';

/** Most providers of an organization, and of the service. */
export const MAX_PROVIDERS = 20;

/** Of a chosen id, which the callback URL has. */
const MAX_ID = 36;

@Injectable()
export class ProviderChanges {
  constructor(
    private readonly repository: IdentityProvidersRepository,
    private readonly domains: Domains,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly removals: Removals,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a provider; one of SAML gets keys of its own.
   * @throws DomainError `precondition` for too many, `invalid` for a domain that the organization has not verified, `conflict` for a domain or a
   * group of another provider
   */
  async create(
    owner: ProviderOwner,
    content: ProviderContent & { template: string },
    secret: string | undefined,
    editor: string,
  ): Promise<IdentityProvider> {
    const sealedSecret = await this.sealed(content.kind === 'saml' ? await newSamlKeys(this.clock.nowMs()) : secret);
    return this.database.write('create identity provider', (tx) => this.insert(tx, owner, content, sealedSecret, editor, newId()));
  }

  /**
   * Creates a provider with a chosen id, as part of a larger unit of work.
   * @param secret of a SAML provider, its keys: a unit of work has no time to make them
   * @throws DomainError as {@link create}; also `invalid` for the id, and `conflict` if anything has it
   */
  async createIn(
    tx: Transaction,
    owner: ProviderOwner,
    content: ProviderContent & { template: string },
    secret: string | undefined,
    editor: string,
    id: string,
  ): Promise<IdentityProvider> {
    if (id.length > MAX_ID) throw invalidId();
    assertClientSuppliedId(id, 'identityProviderId');
    // The provider is the editor of what happens at its sign-ins, so its id must not be that of a user.
    const { taken, used } = await idStates(tx, [id]);
    if (taken.size > 0 || used.size > 0) throw idTaken();
    try {
      return await this.insert(tx, owner, content, await this.sealed(secret), editor, id);
    } catch (error) {
      if (error instanceof DuplicateKeyError) throw idTaken();
      throw error;
    }
  }

  private async insert(
    tx: Transaction,
    owner: ProviderOwner,
    content: ProviderContent & { template: string },
    sealedSecret: string | undefined,
    editor: string,
    id: string,
  ): Promise<IdentityProvider> {
    // First: its row lock serializes counting, and the comparison of domains.
    await this.config.raise(tx);
    const others = await this.repository.listProviders(ownerNo(owner), tx);
    if (others.some((one) => one.id === id)) throw idTaken();
    if (others.length >= MAX_PROVIDERS) throw tooMany();
    await this.assertDomains(owner, content.rules.domains, others);
    assertGroups(content.rules.groups, others);
    const nowUs = this.clock.nowUs();
    const provider: IdentityProvider = {
      ...content,
      no: tx.nextNumber(),
      id,
      orgNo: ownerNo(owner),
      ...(sealedSecret && { sealedSecret }),
      createdUs: nowUs,
      modifiedUs: nowUs,
    };
    await this.repository.insertProvider(tx, provider);
    const facts = { kind: provider.kind, template: provider.template, ...changesOf({}, provider) };
    await this.events.appendNext(tx, providerEvent('added', owner, provider, facts, editor));
    return provider;
  }

  /**
   * Changes a provider. Its kind stays.
   * @param decide returns the content after the change, without side effects
   * @throws DomainError as {@link create}, also `notFound`, and `changed` if `expected` doesn't match
   */
  async change(
    owner: ProviderOwner,
    id: string,
    decide: (before: IdentityProvider) => ProviderContent,
    secret: SecretChange,
    editor: string,
    expected?: Precondition<IdentityProvider>,
  ): Promise<IdentityProvider> {
    const sealedSecret = await this.sealed(secret);
    return this.database.write('change identity provider', async (tx) => {
      await this.config.raise(tx);
      const before = await this.require(tx, owner, id);
      await expected?.(before, tx);
      const content = decide(before);
      const added = content.rules.domains.filter((domain) => !before.rules.domains.includes(domain));
      const others = (await this.repository.listProviders(before.orgNo, tx)).filter(({ no }) => no !== before.no);
      await this.assertDomains(owner, added, others);
      assertGroups(content.rules.groups, others);
      const after: IdentityProvider = { ...before, ...content, modifiedUs: this.clock.nowUs() };
      const sealed = secret === undefined ? before.sealedSecret : sealedSecret;
      if (sealed === undefined) delete after.sealedSecret;
      else after.sealedSecret = sealed;
      const changes = { ...changesOf(before, after), ...(secret !== undefined && { secretChanged: true }) };
      if (Object.keys(changes).length === 0) return before;
      await this.repository.updateProvider(tx, after);
      await this.events.appendNext(tx, providerEvent('changed', owner, after, changes, editor));
      return after;
    });
  }

  /**
   * Removes a provider, which signs in no one from then on; its links are deleted afterwards.
   * @throws DomainError `notFound`, `changed` if `expected` doesn't match
   */
  remove(owner: ProviderOwner, id: string, editor: string, expected?: Precondition<IdentityProvider>): Promise<void> {
    return this.database.write('remove identity provider', async (tx) => {
      await this.config.raise(tx);
      const provider = await this.require(tx, owner, id);
      await expected?.(provider, tx);
      await this.repository.deleteProvider(tx, provider.orgNo, provider.no);
      await this.events.appendNext(tx, providerEvent('removed', owner, provider, { kind: provider.kind }, editor));
      await this.removals.begin(tx, REMOVED_PROVIDER, provider.no, editor);
    });
  }

  private async sealed(secret: SecretChange): Promise<string | undefined> {
    return secret ? this.keyring.seal('identity-provider', Buffer.from(secret)) : undefined;
  }

  /** The unit of work must hold the lock of the config version, as changes of domains do. */
  private async assertDomains(owner: ProviderOwner, domains: readonly string[], others: readonly IdentityProvider[]): Promise<void> {
    if (domains.length === 0) return;
    const owned = owner && (await this.domains.ownedBy(owner));
    for (const domain of domains) {
      if (!owned?.has(domain)) throw unverifiedDomain(domain);
      const other = others.find(({ rules }) => rules.domains.includes(domain));
      if (other) throw takenDomain(domain, other);
    }
  }

  /** @throws DomainError `notFound` */
  private async require(tx: Transaction, owner: ProviderOwner, id: string): Promise<IdentityProvider> {
    const found = await this.repository.findProvider(ownerNo(owner), id, tx);
    if (!found) throw unknownProvider();
    return found;
  }
}

/** Two providers would undo each other's memberships. */
function assertGroups(groups: readonly FilledGroup[], others: readonly IdentityProvider[]): void {
  for (const { groupId, groupNo } of groups) {
    const other = others.find(({ rules }) => rules.groups.some((one) => one.groupNo === groupNo));
    if (other) throw takenGroup(groupId, other);
  }
}

function tooMany(): DomainError {
  return new DomainError(
    'precondition',
    'identityProvider.tooMany',
    `There are already ${MAX_PROVIDERS} identity providers; remove one first.`,
  );
}

function invalidId(): DomainError {
  return new DomainError('invalid', 'id.invalid', `identityProviderId must have at most ${MAX_ID} characters.`, 'identityProviderId');
}

function idTaken(): DomainError {
  return new DomainError('conflict', 'identityProvider.idTaken', 'Something with this id exists already.', 'identityProviderId');
}

function unverifiedDomain(domain: string): DomainError {
  const text = `${domain} is not a verified domain of this organization.`;
  return new DomainError('invalid', 'identityProvider.domain', text, 'domains');
}

function takenDomain(domain: string, { name }: IdentityProvider): DomainError {
  return new DomainError(
    'conflict',
    'identityProvider.domainTaken',
    `The identity provider ${name} answers for ${domain} already.`,
    'domains',
  );
}

function takenGroup(groupId: string, { name }: IdentityProvider): DomainError {
  return new DomainError(
    'conflict',
    'identityProvider.groupTaken',
    `The identity provider ${name} fills the group ${groupId} already.`,
    'groups',
  );
}
