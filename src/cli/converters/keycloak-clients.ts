// Converts the clients of a Keycloak realm: applications of one project, and service users for clients that act for themselves.
import { parsedUrl } from '../../common/primitives/parsed-url.js';
import { shown, type ListLine } from './import-line.js';
import type { Remarks } from './remarks.js';

/** keycloak.org, ClientRepresentation: the properties used here. */
export interface KeycloakClient {
  id?: string;
  clientId?: string;
  name?: string;
  description?: string;
  enabled?: boolean;
  protocol?: string;
  secret?: string;
  clientAuthenticatorType?: string;
  publicClient?: boolean;
  bearerOnly?: boolean;
  consentRequired?: boolean;
  standardFlowEnabled?: boolean;
  implicitFlowEnabled?: boolean;
  directAccessGrantsEnabled?: boolean;
  serviceAccountsEnabled?: boolean;
  rootUrl?: string;
  redirectUris?: string[];
  webOrigins?: string[];
  attributes?: Record<string, string>;
  protocolMappers?: Array<{ name?: string }>;
}

/** Each realm has them for itself. */
const OF_KEYCLOAK = new Set(['account', 'account-console', 'admin-cli', 'broker', 'realm-management', 'security-admin-console']);
/** Mappers that every client with a service account has. */
const OF_SERVICE_ACCOUNTS = new Set(['Client ID', 'Client Host', 'Client IP Address']);
/** Exports from the console hide secrets. */
const MASKED = /^\*+$/;
const METHODS: Readonly<Record<string, string>> = { 'client-secret': 'BASIC', 'client-jwt': 'PRIVATE_KEY_JWT' };
/** Attributes with an effect that an import has no member for, by the value that means none. */
const LOST_ATTRIBUTES: Readonly<Record<string, string>> = {
  'access.token.lifespan': '',
  'backchannel.logout.url': '',
  'frontchannel.logout.url': '',
  'jwks.url': '',
  'jwt.credential.certificate': '',
  'jwt.credential.public.key': '',
  logoUri: '',
  'oidc.ciba.grant.enabled': 'false',
  'pkce.code.challenge.method': 'S256',
  policyUri: '',
  tosUri: '',
};

/** @param project id of the project for the applications */
export function* convertClients(clients: readonly KeycloakClient[], org: string, project: string, remark: Remarks): Generator<ListLine> {
  const own = clients.filter(({ clientId = '' }) => !OF_KEYCLOAK.has(clientId) && !clientId.endsWith('-realm'));
  if (own.length === 0) return;
  yield { orgId: org, list: 'projects', projectId: project, project: { name: project } };
  for (const client of own) yield* convertClient(client, org, project, remark);
}

function* convertClient(client: KeycloakClient, org: string, project: string, remark: Remarks): Generator<ListLine> {
  const { id, clientId = '', protocol = 'openid-connect', enabled = true } = client;
  const who = `the client ${clientId}`;
  if (protocol !== 'openid-connect') return remark('client', who, `is not taken: it uses ${protocol}`);
  if (!enabled) return remark('client', who, 'is not taken: it is disabled, and an import would enable it');
  const hasRedirects = client.standardFlowEnabled !== false || client.implicitFlowEnabled === true;
  const signsIn = hasRedirects || isForDevices(client);
  const name = client.name && !client.name.startsWith('${') ? client.name : clientId;
  if (client.bearerOnly === true || !signsIn) {
    for (const lost of lostOf({ ...client, redirectUris: [] })) remark('setting', who, lost);
    const secret = secretOf(client, who, remark);
    if (client.serviceAccountsEnabled === true)
      yield {
        orgId: org,
        list: 'machineUsers',
        userId: id ?? clientId,
        user: { userName: clientId, name, ...(client.description ? { description: client.description } : {}), clientId, ...secret },
      };
    else if (client.bearerOnly === true)
      yield {
        orgId: org,
        list: 'apiApps',
        appId: id ?? clientId,
        app: { projectId: project, name, authMethodType: 'BASIC', clientId, ...secret },
      };
    else remark('client', who, 'is not taken: no grant that it uses is offered here');
    return;
  }
  const redirectUris = hasRedirects ? redirectsOf(client, who, remark) : [];
  if (hasRedirects && redirectUris.length === 0) return remark('client', who, 'is not taken: none of its redirect URIs is one address');
  for (const lost of lostOf(client)) remark('setting', who, lost);
  if (client.serviceAccountsEnabled === true)
    remark('setting', who, 'loses the client credentials grant: add a service user, whose client ID differs');
  yield { orgId: org, list: 'oidcApps', appId: id ?? clientId, app: appOf(client, { who, name, project, redirectUris }, remark) };
}

function appOf(
  client: KeycloakClient,
  { who, name, project, redirectUris }: { who: string; name: string; project: string; redirectUris: string[] },
  remark: Remarks,
): Record<string, unknown> {
  const { clientId, attributes = {}, clientAuthenticatorType = 'client-secret' } = client;
  const isPublic = client.publicClient === true;
  const hasCode = client.standardFlowEnabled !== false;
  const isImplicit = client.implicitFlowEnabled === true;
  const isNative = isPublic && redirectUris.every((uri) => !uri.startsWith('https:'));
  const method = isPublic ? 'NONE' : METHODS[clientAuthenticatorType];
  if (method === undefined) remark('setting', who, `loses its way to authenticate, ${clientAuthenticatorType}; it uses a secret here`);
  return {
    projectId: project,
    name,
    clientId,
    redirectUris,
    postLogoutRedirectUris: signedOutTo(client, redirectUris, who, remark),
    appType: isNative ? 'NATIVE' : isPublic ? 'USER_AGENT' : 'WEB',
    authMethodType: method ?? 'BASIC',
    responseTypes: [
      ...(hasCode ? ['CODE'] : []),
      ...(isImplicit ? ['ID_TOKEN', 'ID_TOKEN_TOKEN'] : []),
      // Keycloak allows the hybrid types to a client with both flows.
      ...(hasCode && isImplicit ? ['CODE_ID_TOKEN', 'CODE_TOKEN', 'CODE_ID_TOKEN_TOKEN'] : []),
    ],
    grantTypes: [
      ...(hasCode ? ['AUTHORIZATION_CODE'] : []),
      ...(isImplicit ? ['IMPLICIT'] : []),
      ...((hasCode || isForDevices(client)) && attributes['use.refresh.tokens'] !== 'false' ? ['REFRESH_TOKEN'] : []),
      ...(attributes['standard.token.exchange.enabled'] === 'true' ? ['TOKEN_EXCHANGE'] : []),
      ...(isForDevices(client) ? ['DEVICE_CODE'] : []),
    ],
    ...(!isNative && redirectUris.some((uri) => uri.startsWith('http:')) ? { devMode: true } : {}),
    ...(isPublic || method === 'PRIVATE_KEY_JWT' ? {} : secretOf(client, who, remark)),
  };
}

function isForDevices({ attributes = {} }: KeycloakClient): boolean {
  return attributes['oauth2.device.authorization.grant.enabled'] === 'true';
}

function secretOf({ secret }: KeycloakClient, who: string, remark: Remarks): { clientSecret?: string } {
  if (secret !== undefined && secret !== '' && !MASKED.test(secret)) return { clientSecret: secret };
  remark('setting', who, secret ? 'loses its secret, which this export hides: use kc.sh export' : 'has no secret: make one');
  return {};
}

/** Addresses without a wildcard; those without a host belong to the root of the client. */
function redirectsOf({ redirectUris = [], rootUrl = '' }: KeycloakClient, who: string, remark: Remarks): string[] {
  return redirectUris.flatMap((uri) => {
    const whole = uri.startsWith('/') && /^https?:/.test(rootUrl) ? rootUrl.replace(/\/$/, '') + uri : uri;
    if (!whole.includes('*') && !whole.startsWith('/') && parsedUrl(whole)) return [whole];
    remark('setting', who, `loses the redirect URI ${shown(uri)}: only whole addresses are accepted here`);
    return [];
  });
}

function signedOutTo(client: KeycloakClient, redirectUris: readonly string[], who: string, remark: Remarks): string[] {
  const given = client.attributes?.['post.logout.redirect.uris'] ?? '+';
  const listed = given.split('##').filter((uri) => uri !== '' && uri !== '-');
  const others = redirectsOf({ ...client, redirectUris: listed.filter((uri) => uri !== '+') }, who, remark);
  return [...new Set([...(listed.includes('+') ? redirectUris : []), ...others])];
}

function lostOf(client: KeycloakClient): string[] {
  const { attributes = {}, webOrigins = [], protocolMappers = [], redirectUris = [] } = client;
  const origins = webOrigins.filter((origin) => origin !== '+' && !redirectUris.some((uri) => parsedUrl(uri)?.origin === origin));
  const mappers = protocolMappers.map(({ name = '' }) => name).filter((name) => !OF_SERVICE_ACCOUNTS.has(name));
  const settings = Object.entries(LOST_ATTRIBUTES).filter(([name, none]) => (attributes[name] ?? none) !== none && attributes[name] !== '');
  return [
    ...(client.directAccessGrantsEnabled === true ? ['loses the password grant, which is not offered here'] : []),
    ...(client.consentRequired === true ? ['loses that people are asked for consent'] : []),
    ...origins.map((origin) => `loses the web origin ${shown(origin)}`),
    ...mappers.map((name) => `loses the mapper ${shown(name)}`),
    ...settings.map(([name]) => `loses ${name} ${shown(attributes[name])}`),
  ];
}
