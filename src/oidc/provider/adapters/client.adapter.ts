// Applications and service users as the library's clients.
import { Provider } from 'oidc-provider';
import type { ApplicationConfig } from '../../clients/application.js';
import { allowedGrantTypes, type ClientRecord, type Clients } from '../../clients/clients.service.js';
import { signsRequests } from '../../clients/profiles.js';
import type { ClientModel, Model } from './library.model.js';
import { requestContext, type RequestContext } from './request-context.js';

/** The library's schema requires a secret as text. This service stores digests or keys, and verifies them before the library runs. */
const PLACEHOLDER_SECRET = 'placeholder';

const records = new WeakMap<object, ClientRecord>();

/** The record behind a client that the library was given. */
export function recordOf(client: object): ClientRecord {
  const record = records.get(client);
  if (!record) throw new Error('This client was not made by the client adapter.');
  return record;
}

/**
 * Looks up clients for one provider, unless client authentication failed. A cached record is the same object each time, and so is its
 * client.
 */
export function clientFinder(provider: Provider, clients: Clients): (id: string) => Promise<ClientModel | undefined> {
  const Client = provider.Client as unknown as Model<ClientModel>;
  const made = new WeakMap<ClientRecord, ClientModel>();
  return async (id) => {
    const { refusal, configVersion }: RequestContext = Provider.ctx ? requestContext() : {};
    if (refusal) throw refusal;
    const record = typeof id === 'string' && id !== '' ? await clients.findClient(id, configVersion) : undefined;
    if (!record) return undefined;
    const client = made.get(record) ?? new Client(metadataOf(record));
    made.set(record, client);
    records.set(client, record);
    return client;
  };
}

/** Client metadata of RFC 7591 section 2. */
function metadataOf(record: ClientRecord): Record<string, unknown> {
  const common = { client_id: record.clientId, client_name: record.name };
  const own = record.kind === 'application' ? applicationMetadata(record.config) : SERVICE_USER_METADATA;
  return { ...common, ...own, grant_types: allowedGrantTypes(record) };
}

/** The library always sees a Basic header, whichever way the client authenticated (`library-clients.service.ts`). */
const AUTHENTICATED = { token_endpoint_auth_method: 'client_secret_basic', client_secret: PLACEHOLDER_SECRET };

const SERVICE_USER_METADATA = {
  response_types: [],
  redirect_uris: [],
  ...AUTHENTICATED,
};

function applicationMetadata(config: ApplicationConfig): Record<string, unknown> {
  return {
    application_type: config.type === 'native' ? 'native' : 'web',
    redirect_uris: config.redirectUris,
    post_logout_redirect_uris: config.postLogoutRedirectUris,
    response_types: config.responseTypes,
    id_token_signed_response_alg: config.idTokenSigningAlg,
    require_pushed_authorization_requests: config.requirePushedAuthorizationRequests,
    require_signed_request_object: signsRequests(config),
    ...(config.authMethod === 'none' ? { token_endpoint_auth_method: 'none' } : AUTHENTICATED),
  };
}
