// Identity providers of organizations and of the service, as lists show them and sign-ins use them. ProviderChanges writes them.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import type { Query } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { listItems, momentFilters, type ItemList } from '../../../common/primitives/list-items.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import { Domains } from '../../organizations/domains.service.js';
import { issuerOf, OF_SERVICE, ownerNo, PROVIDER_KINDS, type IdentityProvider, type ProviderOwner } from './identity-provider.js';
import { IdentityProvidersRepository, type ProviderHealthFacts } from './identity-providers.repository.js';
import { unknownProvider } from './provider-refusals.js';

/** Ordered by creation. */
export const PROVIDER_LIST: ItemList<IdentityProvider> = {
  no: ({ no }) => no,
  sorts: { name: ({ name }) => name, createdAt: ({ createdUs }) => createdUs },
  filters: {
    q: {
      kind: 'contains',
      of: (one) => [one.name, ...one.rules.domains, issuerOf(one) ?? ''],
      description: 'only providers whose name, issuer or one of whose domains contains this',
    },
    name: { kind: 'startsWith', of: ({ name }) => name },
    kind: { kind: 'is', words: PROVIDER_KINDS, of: ({ kind }) => kind },
    template: { kind: 'is', of: ({ template }) => template },
    enabled: { kind: 'is', words: ['true', 'false'], of: ({ enabled }) => String(enabled) },
    ...momentFilters('created', ({ createdUs }: IdentityProvider) => createdUs),
  },
};

@Injectable()
export class IdentityProviders {
  private readonly offered: ConfigCache<number, readonly IdentityProvider[]>;
  private readonly known: ConfigCache<string, IdentityProvider | undefined>;
  private readonly domained: ConfigCache<'any', boolean>;

  constructor(
    private readonly repository: IdentityProvidersRepository,
    private readonly domains: Domains,
    private readonly keyring: Keyring,
    private readonly config: ConfigVersion,
  ) {
    this.offered = new ConfigCache(config);
    this.known = new ConfigCache(config);
    this.domained = new ConfigCache(config);
  }

  /** The enabled providers of an organization and of the service, in the order of their buttons. The service alone: {@link OF_SERVICE}. */
  forSignIn(orgNo: number, configVersion?: number): Promise<readonly IdentityProvider[]> {
    const load = async () => {
      const owners = orgNo === OF_SERVICE ? [OF_SERVICE] : [orgNo, OF_SERVICE];
      const all = (await Promise.all(owners.map((owner) => this.repository.listProviders(owner)))).flat();
      return all.filter(({ enabled }) => enabled).toSorted((a, b) => a.rules.buttonOrder - b.rules.buttonOrder);
    };
    return this.offered.get(orgNo, load, configVersion);
  }

  /** Those of them with which an invited person accepts the invitation. */
  async forInvitations(orgNo: number): Promise<IdentityProvider[]> {
    return (await this.forSignIn(orgNo)).filter(({ rules }) => rules.creation === 'invitation');
  }

  /** The provider with an id, enabled or not. Undefined also while its organization is being removed. */
  byId(id: string, configVersion?: number): Promise<IdentityProvider | undefined> {
    return this.known.get(id, () => this.repository.findById(id), configVersion);
  }

  /** Whether any enabled provider of the whole installation answers for a domain. */
  haveDomains(): Promise<boolean> {
    return this.domained.get('any', () => this.repository.haveDomains());
  }

  /** The enabled provider that answers for a domain, in lower case. It does so only for as long as its organization has the domain verified. */
  async byDomain(domain: string, configVersion?: number): Promise<IdentityProvider | undefined> {
    const version = configVersion ?? (await this.config.current());
    const orgNo = await this.domains.ownerOf(domain, version);
    if (orgNo === undefined) return undefined;
    return (await this.forSignIn(orgNo, version)).find((one) => one.orgNo === orgNo && one.rules.domains.includes(domain));
  }

  /**
   * A provider together with its secret.
   * @throws DomainError `precondition` if the key that sealed the secret is gone: without the secret, a bind would be anonymous
   */
  async open(provider: IdentityProvider): Promise<IdentityProvider & { secret?: string }> {
    if (provider.sealedSecret === undefined) return provider;
    const secret = await this.keyring.open('identity-provider', provider.sealedSecret);
    if (secret) return { ...provider, secret: secret.toString() };
    throw new DomainError(
      'precondition',
      'identityProvider.secretLost',
      'The secret of this identity provider cannot be read. Set it again.',
    );
  }

  /** Lists providers, which are few enough to be ordered and filtered in memory. */
  async list(owner: ProviderOwner, query: ListQuery): Promise<Listed<IdentityProvider>> {
    return listItems(await this.repository.listProviders(ownerNo(owner)), PROVIDER_LIST, query);
  }

  /** The providers that people of an organization may be linked to, read now: its own, and those of the service. */
  async ofPeople(orgNo: number): Promise<IdentityProvider[]> {
    return (await Promise.all([...new Set([orgNo, OF_SERVICE])].map((owner) => this.repository.listProviders(owner)))).flat();
  }

  /** The providers of an organization alone, oldest first. */
  ofOrganization(orgNo: number): Promise<IdentityProvider[]> {
    return this.repository.listProviders(orgNo);
  }

  /** @throws DomainError `notFound` */
  async require(owner: ProviderOwner, id: string, query?: Query): Promise<IdentityProvider> {
    const found = await this.repository.findProvider(ownerNo(owner), id, query);
    if (!found) throw unknownProvider();
    return found;
  }

  healthOf(provider: IdentityProvider): Promise<ProviderHealthFacts> {
    return this.repository.findHealth(provider);
  }
}
