// The wing authentication of the users domain.
// Owns the proofs of identity: password hashes, passkeys, mailed codes, client secrets and keys, personal access tokens.
// Owns the assurance: what a sign-in has to prove, which checks count, and what is still missing.
// Owns identity providers, the links of people to them, and the redirects under way.
// Never changes a person, and never imports the directory.
// Never stores a secret in clear: passwords are hashes, and codes, client secrets and tokens are digests.
import { Module } from '@nestjs/common';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { Removals } from '../common/work/removals.service.js';
import { Assurances } from './authentication/assurance/assurance.service.js';
import { FreshSignIns } from './authentication/assurance/fresh-sign-ins.service.js';
import { FactorSources } from './authentication/assurance/factor-sources.js';
import { FactorStatesRepository } from './authentication/assurance/factor-states.repository.js';
import { LinkPermission } from './authentication/assurance/link-permission.service.js';
import { PersonPolicies } from './authentication/assurance/person-policies.service.js';
import { ClientKeysRepository } from './authentication/credentials/client-keys.repository.js';
import { ClientKeys } from './authentication/credentials/client-keys.service.js';
import { ClientSecretsRepository } from './authentication/credentials/client-secrets.repository.js';
import { ClientSecrets } from './authentication/credentials/client-secrets.service.js';
import { LastUse } from './authentication/credentials/last-use.service.js';
import { PersonalAccessTokensRepository } from './authentication/credentials/personal-access-tokens.repository.js';
import { PersonalAccessTokens } from './authentication/credentials/personal-access-tokens.service.js';
import { IdentityLinksRepository } from './authentication/identity-providers/identity-links.repository.js';
import { IdentityLinks } from './authentication/identity-providers/identity-links.service.js';
import { IdentityProvidersRepository } from './authentication/identity-providers/identity-providers.repository.js';
import { IdentityProviders } from './authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges, REMOVED_PROVIDER } from './authentication/identity-providers/provider-changes.service.js';
import { ProviderLogos } from './authentication/identity-providers/provider-logos.service.js';
import { RefreshedProviders } from './authentication/identity-providers/refreshed-providers.service.js';
import { ProviderHealth } from './authentication/identity-providers/provider-health.service.js';
import { UpstreamRequestsRepository } from './authentication/identity-providers/upstream-requests.repository.js';
import { MailedCodesRepository } from './authentication/mailed-codes/mailed-codes.repository.js';
import { Ceremonies } from './authentication/passkeys/ceremonies.service.js';
import { PasskeyChallengesRepository } from './authentication/passkeys/passkey-challenges.repository.js';
import { PasskeyChallenges } from './authentication/passkeys/passkey-challenges.service.js';
import { PasskeysRepository } from './authentication/passkeys/passkeys.repository.js';
import { PasswordQueue } from './authentication/passwords/password-queue.service.js';
import { PasswordsRepository } from './authentication/passwords/passwords.repository.js';
import { Passwords } from './authentication/passwords/passwords.service.js';
import { UserRows } from './roles/user-directory/user-rows.repository.js';
import { EventsModule } from './events.module.js';
import { OrganizationsModule } from './organizations.module.js';
import { RolesModule } from './roles.module.js';

const SHARED = [
  Passwords,
  Ceremonies,
  ClientSecrets,
  ClientKeys,
  PersonalAccessTokens,
  LastUse,
  LinkPermission,
  PersonPolicies,
  Assurances,
  FreshSignIns,
  FactorSources,
  PasskeysRepository,
  MailedCodesRepository,
  PasswordsRepository,
  FactorStatesRepository,
  IdentityProviders,
  ProviderChanges,
  ProviderLogos,
  IdentityLinks,
  ProviderHealth,
  RefreshedProviders,
  UpstreamRequestsRepository,
  IdentityLinksRepository,
];

@Module({
  imports: [EventsModule, OrganizationsModule, RolesModule],
  providers: [
    ...SHARED,
    PasswordQueue,
    PasskeyChallenges,
    PasskeyChallengesRepository,
    ClientKeysRepository,
    ClientSecretsRepository,
    PersonalAccessTokensRepository,
    IdentityProvidersRepository,
  ],
  exports: SHARED,
})
export class AuthenticationModule {
  constructor(userRows: UserRows, expiredRows: ExpiredRows, removals: Removals) {
    userRows.register(
      { table: 'passwords', owner: 'user_no' },
      { table: 'passkeys', owner: 'user_no' },
      { table: 'passkey_holders', owner: 'user_no' },
      { table: 'mailed_codes', owner: 'user_no' },
      { table: 'sign_in_attempts', owner: 'user_no' },
      { table: 'personal_access_tokens', owner: 'user_no' },
      { table: 'client_secrets', owner: 'owner_no' },
      { table: 'client_keys', owner: 'owner_no' },
      { table: 'factor_states', owner: 'user_no' },
      { table: 'identity_links', owner: 'user_no' },
    );
    expiredRows.register(
      { name: 'passkey_challenges', key: ['digest'], expiry: 'expires_us' },
      { name: 'mailed_codes', key: ['id'], expiry: 'expires_us' },
      { name: 'upstream_requests', key: ['digest'], expiry: 'expires_us' },
    );
    removals.register(
      REMOVED_PROVIDER,
      removals.rowsOf({ table: 'identity_links', owner: 'provider_no', key: 'no' }),
      // A process of a build without logos leaves the row when it removes a provider.
      removals.rowsOf({ table: 'identity_provider_logos', owner: 'provider_no', key: 'provider_no' }),
    );
  }
}
