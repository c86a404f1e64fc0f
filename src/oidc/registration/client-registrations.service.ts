// Applications that clients register and manage themselves (RFC 7591, RFC 7592). The rules are those of all applications, narrowed by the
// policy of the registration token; each change is one unit of work that judges the token again.
import { Inject, Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Database } from '../../common/database/database.js';
import { DAY_US } from '../../common/primitives/clock.js';
import { newSecret } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { SYSTEM } from '../../users/events/events.service.js';
import { hasSecrets, type NewApplication } from '../clients/application.js';
import { ApplicationRemoval } from '../clients/management/application-removal.service.js';
import { Applications, type Application } from '../clients/management/applications.service.js';
import { REGISTRATION_ENDPOINT } from '../protocol/endpoints.js';
import { memberOf, readMetadata, writeMetadata, type WishedClient } from './client-metadata.js';
import { RegisteredCredentials } from './registered-credentials.service.js';
import { ACCESS_TOKEN_PREFIX, RegistrationAccess, type Managed } from './registration-access.service.js';
import { RegistrationError } from './registration-error.js';
import { asRegistrationError } from './registration-faults.js';
import { isAllowedAddress, refusedAddress, REGISTERED_GRANT_TYPES, type RegistrationPolicy } from './registration-policy.js';
import { RegistrationsRepository } from './registrations.repository.js';
import { SoftwareStatements } from './software-statements.service.js';

/** Members that a change may not have (RFC 7592 section 2.2). */
const NOT_IN_CHANGES = ['registration_access_token', 'registration_client_uri', 'client_secret_expires_at', 'client_id_issued_at'];

type Metadata = Readonly<Record<string, unknown>>;

@Injectable()
export class ClientRegistrations {
  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly access: RegistrationAccess,
    private readonly statements: SoftwareStatements,
    private readonly applications: Applications,
    private readonly credentials: RegisteredCredentials,
    private readonly removal: ApplicationRemoval,
    private readonly database: Database,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** RFC 7591 section 3.1. @returns the client information response @throws RegistrationError, DomainError */
  async register(presented: string | undefined, organizationId: string | undefined, metadata: Metadata): Promise<Record<string, unknown>> {
    const permission = await this.access.requirePermission(presented, organizationId);
    // Signatures are verified before the unit of work: the policy of a token never changes.
    const early = await this.read(metadata, permission.policy);
    const { statement } = early;
    const accessToken = ACCESS_TOKEN_PREFIX + newSecret();
    const { application, secret, declared } = await this.database.write('register client', async (tx) => {
      const token = await this.access.takePermission(tx, presented, organizationId);
      const registeredBy = token.id;
      // Open registration may be another token by now.
      const { wished } = token.id === permission.id ? early : await this.read(metadata, token.policy);
      const input = { ...inputOf(wished, token.policy), name: this.nameOf(wished), registeredBy };
      const added = await this.judged(() => this.applications.addApplicationIn(tx, token.orgNo, token.projectId, input, SYSTEM));
      await this.repository.insertRegistration(tx, {
        applicationNo: added.no,
        digest: secretDigest(accessToken),
        policy: token.policy,
        declared: wished.declared,
        createdUs: added.createdUs,
        reviewUs: reviewAt(token.policy, added.createdUs),
      });
      const payload = { tokenId: token.id, clientId: added.clientId, ...softwareOf(wished) };
      await this.applications.appendEvent(tx, added, SYSTEM, 'application.registered', payload);
      await this.credentials.setKeys(tx, added, wished);
      const newSecretOf = hasSecrets(added.config) ? await this.credentials.newSecret(tx, added) : undefined;
      return { application: added, secret: newSecretOf, declared: wished.declared };
    });
    return { ...this.describe(application, declared, accessToken, statement), ...secretMembers(secret) };
  }

  /** RFC 7592 section 2.1. The secret is not among the answer: only its digest is stored. @throws RegistrationError */
  async show(presented: string | undefined, clientId: string): Promise<Record<string, unknown>> {
    const { application, registration } = await this.access.requireOwn(presented, clientId);
    return this.describe(application, registration.declared, presented ?? '');
  }

  /** RFC 7592 section 2.2: members that the request leaves out get their defaults. @throws RegistrationError, DomainError */
  async replace(presented: string | undefined, clientId: string, metadata: Metadata): Promise<Record<string, unknown>> {
    const managed = await this.access.requireOwn(presented, clientId);
    const { wished, statement } = await this.readChange(metadata, managed);
    const forbidden = NOT_IN_CHANGES.find((name) => Object.hasOwn(metadata, name));
    if (forbidden !== undefined) throw new RegistrationError('invalid_client_metadata', `${forbidden} is not part of a change.`);
    if (metadata['client_id'] !== clientId)
      throw new RegistrationError('invalid_client_metadata', 'client_id must be that of the client; it never changes.');
    // A client that repeats what it is takes no lock, writes no event and empties no cache.
    if (!(await this.isChange(managed, wished, metadata)))
      return this.describe(managed.application, wished.declared, presented ?? '', statement);
    const { application, secret } = await this.database.write('change registered client', async (tx) => {
      const own = await this.access.lockOwn(tx, presented, clientId);
      const before = own.application;
      const input = await this.judgeChange(own, wished, metadata);
      const after = await this.judged(() => this.applications.replaceApplicationIn(tx, before, input, before.id));
      await this.repository.updateRegistration(tx, before.no, wished.declared);
      await this.credentials.setKeys(tx, after, wished);
      const needsSecret = hasSecrets(after.config) && !hasSecrets(before.config);
      return { application: after, secret: needsSecret ? await this.credentials.newSecret(tx, after) : undefined };
    });
    return { ...this.describe(application, wished.declared, presented ?? '', statement), ...secretMembers(secret) };
  }

  /** @returns what the application is to be @throws RegistrationError when the client may not change */
  private async judgeChange({ application, registration }: Managed, wished: WishedClient, metadata: Metadata) {
    // What an administrator has granted since, such as apiAccess, must not pass to addresses that the client chooses.
    if (registration.isFrozen)
      throw new RegistrationError('access_denied', 'An administrator has changed this client; it can only be read and deleted.');
    await this.credentials.assertOwnSecret(application, metadata['client_secret']);
    return { ...inputOf(wished, registration.policy), name: this.nameOf(wished) };
  }

  private async isChange(managed: Managed, wished: WishedClient, metadata: Metadata): Promise<boolean> {
    const input = await this.judgeChange(managed, wished, metadata);
    const { application, registration } = managed;
    return (
      (await this.judged(async () => this.applications.wouldChange(application, input))) ||
      JSON.stringify(wished.declared) !== JSON.stringify(registration.declared) ||
      (await this.credentials.wouldChangeKeys(application, wished))
    );
  }

  /** RFC 7592 section 2.3. The client and its tokens end at once, and so does this token. @throws RegistrationError */
  async remove(presented: string | undefined, clientId: string): Promise<void> {
    await this.database.write('remove registered client', async (tx) => {
      const { application } = await this.access.lockOwn(tx, presented, clientId);
      await this.removal.removeApplicationIn(tx, application.orgNo, application.projectId, application.id, application.id);
    });
  }

  /**
   * A statement in a change counts only while the token of the registration exists: an administrator who removes it withdraws the trust in
   * its publisher. Its end in time ends registrations alone.
   */
  private async readChange(metadata: Metadata, { application, registration: { policy } }: Managed) {
    const token = await this.repository.findToken(application.orgNo, application.projectNo, application.registeredBy ?? '');
    return this.read(metadata, { ...policy, statementKeys: token?.policy.statementKeys ?? [] });
  }

  private async read(metadata: Metadata, policy: RegistrationPolicy): Promise<{ wished: WishedClient; statement: unknown }> {
    const statement = metadata['software_statement'];
    return { wished: readMetadata({ ...metadata, ...(await this.statements.read(statement, policy)) }), statement };
  }

  /** Faults of the rules of applications, in the words of the client. */
  private async judged<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asRegistrationError(error);
    }
  }

  private nameOf({ name, settings: { redirectUris = [] } }: WishedClient): string {
    return name ?? (new URL(redirectUris[0] ?? this.settings.publicUrl).hostname || 'Client');
  }

  /** RFC 7591 section 3.2.1, RFC 7592 section 3. */
  private describe(application: Application, declared: Metadata, accessToken: string, statement?: unknown): Record<string, unknown> {
    return {
      ...writeMetadata(application, declared),
      client_id_issued_at: Math.floor(application.createdUs / 1_000_000),
      registration_access_token: accessToken,
      registration_client_uri: `${this.settings.publicUrl}${REGISTRATION_ENDPOINT}/${application.clientId}`,
      ...(statement === undefined || statement === null ? {} : { software_statement: statement }),
    };
  }
}

/** What an application is to be, within the policy. @throws RegistrationError */
function inputOf({ settings, scopes }: WishedClient, policy: RegistrationPolicy): Omit<NewApplication, 'name'> {
  const refused = refusedAddress(policy, settings);
  if (refused?.field === 'redirectUris') throw new RegistrationError('invalid_redirect_uri', `redirect_uris: ${refused.why}.`);
  if (refused) throw new RegistrationError('invalid_client_metadata', `${memberOf(refused.field)}: ${refused.why}.`);
  const { grantTypes = ['authorization_code'], responseTypes = ['code'], authMethod = 'client_secret_basic' } = settings;
  const outside = (member: string, values: readonly string[], allowed: readonly string[]) => {
    const other = values.find((value) => !allowed.includes(value));
    if (other === undefined) return;
    const text = `${member}: this registration allows ${allowed.join(', ')}, not "${other.slice(0, 100)}".`;
    throw new RegistrationError('invalid_client_metadata', text);
  };
  outside(
    'grant_types',
    grantTypes,
    policy.grantTypes.filter((type) => REGISTERED_GRANT_TYPES.includes(type)),
  );
  outside('response_types', responseTypes, policy.responseTypes);
  outside('token_endpoint_auth_method', [authMethod], policy.authMethods);
  // RFC 7591 section 2: a client may ask for less; what it asks beyond is left out.
  const allowedScopes = scopes === undefined ? policy.scopes : policy.scopes.filter((scope) => scopes.includes(scope));
  // RFC 7591 section 5: people would take such a page for the client's own.
  const pageOf = (name: 'policyUri' | 'termsUri') => (isAllowedAddress(policy, settings[name] ?? '') ? settings[name] : undefined);
  const [policyUri, termsUri] = [pageOf('policyUri'), pageOf('termsUri')];
  const { policyUri: _policy, termsUri: _terms, ...others } = settings;
  const isAsked = (name: 'requireDpop' | 'requirePushedAuthorizationRequests') => settings[name] === true || policy.defaults[name] === true;
  return {
    ...policy.defaults,
    ...others,
    ...(policyUri !== undefined && { policyUri }),
    ...(termsUri !== undefined && { termsUri }),
    grantTypes,
    responseTypes,
    requireDpop: isAsked('requireDpop'),
    requirePushedAuthorizationRequests: isAsked('requirePushedAuthorizationRequests'),
    // Without a scope a client would have every one.
    allowedScopes: allowedScopes.length > 0 ? allowedScopes : ['openid'],
  };
}

function reviewAt({ unusedDays }: RegistrationPolicy, fromUs: number): number | null {
  return unusedDays === 0 ? null : fromUs + unusedDays * DAY_US;
}

function softwareOf({ declared }: WishedClient): Record<string, unknown> {
  return declared['software_id'] === undefined ? {} : { softwareId: declared['software_id'] };
}

function secretMembers(secret: string | undefined): Record<string, unknown> {
  // RFC 7591 section 3.2.1: 0 means that it doesn't expire.
  return secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 };
}
