// Applications and service users as the library's clients.
import type { Provider } from 'oidc-provider';
import type { ApplicationConfig } from '../clients/application.js';
import type { ClientRecord, Clients } from '../clients/clients.service.js';
import type { ClientModel, Model } from './library.js';

/** The library's schema demands a secret's text; ours are digests, which the override of `compareClientSecret` looks at. */
const PLACEHOLDER_SECRET = 'kept as a digest';

const records = new WeakMap<object, ClientRecord>();

/** What we know about a client the library was given. */
export function recordOf(client: object): ClientRecord {
  const record = records.get(client);
  if (!record) throw new Error('This client was not made by the client adapter.');
  return record;
}

/** Looks clients up for one provider. A record that is cached is the same object each time, and so is its client. */
export function clientFinder(provider: Provider, clients: Clients): (id: string) => Promise<ClientModel | undefined> {
  const Client = provider.Client as unknown as Model<ClientModel>;
  const made = new WeakMap<ClientRecord, ClientModel>();
  return async (id) => {
    const record = typeof id === 'string' && id !== '' ? await clients.find(id) : undefined;
    if (!record) return undefined;
    const client = made.get(record) ?? new Client(metadata(record));
    made.set(record, client);
    records.set(client, record);
    return client;
  };
}

/** Client metadata of RFC 7591 section 2. */
function metadata(record: ClientRecord): Record<string, unknown> {
  const common = { client_id: record.clientId, client_name: record.name };
  return { ...common, ...(record.kind === 'application' ? applicationMetadata(record.config) : SERVICE_USER_METADATA) };
}

const SERVICE_USER_METADATA = {
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: 'client_secret_basic',
  client_secret: PLACEHOLDER_SECRET,
};

function applicationMetadata(config: ApplicationConfig): Record<string, unknown> {
  return {
    application_type: config.type === 'native' ? 'native' : 'web',
    redirect_uris: config.redirectUris,
    post_logout_redirect_uris: config.postLogoutRedirectUris,
    response_types: config.responseTypes,
    grant_types: config.grantTypes,
    token_endpoint_auth_method: config.authMethod,
    id_token_signed_response_alg: config.idTokenSigningAlg,
    ...(config.authMethod === 'none' ? {} : { client_secret: PLACEHOLDER_SECRET }),
  };
}
