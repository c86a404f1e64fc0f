// Client authentication (RFC 6749 section 2.3, RFC 7523 section 2.2). It alone identifies clients, for the library and for this service's
// own handlers.
import { Injectable } from '@nestjs/common';
import { ClientSecrets } from '../../../users/authentication/credentials/client-secrets.service.js';
import {
  DEVICE_AUTHORIZATION_ENDPOINT,
  INTROSPECTION_ENDPOINT,
  PUSHED_REQUEST_ENDPOINT,
  REVOCATION_ENDPOINT,
  TOKEN_ENDPOINT,
} from '../../protocol/endpoints.js';
import { OAuthError } from '../../protocol/oauth-error.js';
import type { AuthMethod } from '../application.js';
import { AssertionFault, Assertions, claimedIssuer, type ClientCredential } from './assertions.service.js';
import { Clients, type ClientRecord } from '../clients.service.js';
import { isFapi } from '../profiles.js';

/** The endpoints that authenticate clients, with the methods each accepts. */
export const CLIENT_AUTH_METHODS: ReadonlyMap<string, readonly AuthMethod[]> = new Map<string, readonly AuthMethod[]>([
  [TOKEN_ENDPOINT, ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt']],
  // RFC 9126 section 2: as at the token endpoint.
  [PUSHED_REQUEST_ENDPOINT, ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt']],
  // RFC 8628 section 3.1.
  [DEVICE_AUTHORIZATION_ENDPOINT, ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt']],
  [INTROSPECTION_ENDPOINT, ['client_secret_basic', 'private_key_jwt']],
  [REVOCATION_ENDPOINT, ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt']],
]);

/** A request to one of these endpoints: the Authorization header as received, the parsed form, and the config version read since then. */
export interface ClientRequest {
  authorization: string | undefined;
  form: URLSearchParams;
  configVersion: number;
}

/** Parameters that only client authentication reads. */
export const CREDENTIAL_PARAMETERS = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'] as const;

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The credentials in a request. */
type Credentials = { clientId: string } & (
  | { method: 'client_secret_basic' | 'client_secret_post'; secret: string }
  | { method: 'private_key_jwt'; assertion: string }
  | { method: 'none' }
);

/** A client and the credential that authenticated it; a public client has none. */
export interface AuthenticatedClient {
  client: ClientRecord;
  credential?: ClientCredential;
}

/**
 * The value of a parameter. A parameter without a value counts as omitted (RFC 6749 section 3.1). @throws OAuthError `invalid_request` when
 * it is repeated
 */
export function parameterOf(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  if (values.length > 1) throw new OAuthError('invalid_request', `The parameter ${name} must not be repeated.`);
  return values[0] === '' ? undefined : values[0];
}

/** Whether the request has more than a bare `client_id`. */
export function showsCredentials({ authorization, form }: ClientRequest): boolean {
  return authorization !== undefined || ['client_secret', 'client_assertion', 'client_assertion_type'].some((name) => form.has(name));
}

/** The failed authentication of a known client; `invalid_grant` if an assertion is the grant itself (RFC 7523 section 3.1). */
export class ClientAuthenticationError extends OAuthError {
  constructor(
    code: 'invalid_client' | 'invalid_grant',
    description: string,
    readonly client: ClientRecord,
  ) {
    super(code, description);
  }
}

@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clients: Clients,
    private readonly secrets: ClientSecrets,
    private readonly assertions: Assertions,
  ) {}

  /**
   * @param methods the methods that the endpoint accepts
   * @returns the active client that the request proves to come from; for a public client, the one it names
   * @throws OAuthError `invalid_request` for malformed or several credentials, `invalid_client` for every other fault; a
   * {@link ClientAuthenticationError} if the client is known
   */
  async authenticate(request: ClientRequest, methods: readonly AuthMethod[]): Promise<AuthenticatedClient> {
    const credentials = credentialsOf(request);
    if (!methods.includes(credentials.method)) throw refused(`This endpoint needs client authentication with ${methods.join(' or ')}.`);
    const client = await this.clients.findClient(credentials.clientId, request.configVersion);
    if (!client) throw refused();
    try {
      return await this.authenticateClient(client, credentials, request.configVersion);
    } catch (error) {
      throw error instanceof OAuthError && error.code === 'invalid_client'
        ? new ClientAuthenticationError('invalid_client', error.description, client)
        : error;
    }
  }

  private async authenticateClient(client: ClientRecord, credentials: Credentials, configVersion: number): Promise<AuthenticatedClient> {
    if (!mayUse(client, credentials.method)) throw refused();
    if (credentials.method === 'none') return { client };
    if (credentials.method === 'private_key_jwt')
      return { client, credential: await this.checkAssertion(client, credentials.assertion, configVersion) };
    const id = await this.secrets.findMatching(client.no, credentials.secret, configVersion);
    if (id === undefined) throw refused();
    return { client, credential: { kind: 'secret', ownerNo: client.no, id } };
  }

  /** RFC 7523 section 3. Single use, so that a reader of a log can't use an assertion found there. */
  private async checkAssertion(client: ClientRecord, text: string, configVersion: number): Promise<ClientCredential> {
    try {
      const assertion = await this.assertions.verify(text, client, 'clientAuthentication', configVersion);
      if (assertion.issuer !== client.clientId || assertion.subject !== client.clientId)
        throw new AssertionFault('must have the client_id as iss and sub');
      await this.assertions.useOnce(assertion);
      return assertion.credential;
    } catch (error) {
      throw error instanceof AssertionFault ? refused(error.message) : error;
    }
  }
}

function credentialsOf({ authorization, form }: ClientRequest): Credentials {
  const [clientId, secret, assertion, assertionType] = CREDENTIAL_PARAMETERS.map((name) => parameterOf(form, name));
  if ([authorization, secret, assertion].filter((mechanism) => mechanism !== undefined).length > 1)
    throw new OAuthError('invalid_request', 'Use exactly one method of client authentication.');
  const credentials = authorization === undefined ? fromForm(clientId, secret, assertion, assertionType) : fromHeader(authorization);
  if (clientId !== undefined && clientId !== credentials.clientId)
    throw new OAuthError('invalid_request', 'The client_id does not match the credentials.');
  return credentials;
}

function fromForm(
  clientId: string | undefined,
  secret: string | undefined,
  assertion: string | undefined,
  type: string | undefined,
): Credentials {
  if (assertion !== undefined || type !== undefined) {
    if (assertion === undefined || type !== ASSERTION_TYPE)
      throw new OAuthError('invalid_request', `client_assertion and the client_assertion_type ${ASSERTION_TYPE} must be sent together.`);
    // Without a readable issuer, the client_id selects the keys to try; verification then fails.
    return { method: 'private_key_jwt', clientId: claimedIssuer(assertion) ?? clientId ?? refuse(), assertion };
  }
  if (clientId === undefined) throw refused('Client authentication is missing.');
  return secret === undefined ? { method: 'none', clientId } : { method: 'client_secret_post', clientId, secret };
}

/** RFC 7617 section 2, with both halves form-encoded (RFC 6749 section 2.3.1). */
function fromHeader(header: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1] ?? refuse();
  const pair = Buffer.from(encoded, 'base64').toString();
  const at = pair.indexOf(':');
  const [clientId, secret] = at > 0 ? [decodeForm(pair.slice(0, at)), decodeForm(pair.slice(at + 1))] : [];
  return clientId && secret ? { method: 'client_secret_basic', clientId, secret } : refuse();
}

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return undefined;
  }
}

/** A secret may come by header or in the body, whichever of the two is registered. All other methods must match the registered one. */
function mayUse(client: ClientRecord, method: AuthMethod): boolean {
  const isSecret = method.startsWith('client_secret');
  if (client.kind === 'service') return method === 'private_key_jwt' || (isSecret && !isFapi(client));
  return isSecret ? client.config.authMethod.startsWith('client_secret') : client.config.authMethod === method;
}

/** The same error for an unknown client and a wrong secret. */
function refused(description = 'Client authentication failed.'): OAuthError {
  return new OAuthError('invalid_client', description);
}

function refuse(): never {
  throw refused();
}
