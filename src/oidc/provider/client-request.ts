// Client authentication in front of the library: ours decides, and the library is told the outcome in its own terms.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { announcesBody } from '../../common/http/body-headers.js';
import type { Policies } from '../../users/policies/policies.service.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import { CLIENT_AUTH_METHODS, CREDENTIAL_PARAMETERS } from '../clients/client-authentication.service.js';
import type { ClientRecord } from '../clients/clients.service.js';
import type { ClientRequests } from '../fast-path/client-requests.service.js';
import type { OAuthError } from '../protocol/oauth-error.js';
import { requestContext } from './request-context.js';

export interface ClientRequestParts {
  clientRequests: ClientRequests;
  policies: Policies;
}

/** A grant type that does not exist. */
const SWITCHED_OFF = 'switched-off';

type Context = KoaContextWithOIDC;

/** Stands for credentials that were checked already. {@link mayPass} compares clients, never this text. */
const CHECKED = 'checked';

/** Whether the library may take `client` for the one that sent this request: only when {@link authenticateClient} said so. */
export function mayPass(client: ClientRecord): boolean {
  return requestContext().client?.no === client.no;
}

/**
 * Finds out who the client is and leaves it in the request's memory. The library then sees a header that leads it to {@link mayPass},
 * or the bare `client_id` of a public client; a refusal is thrown when it looks for the client, so that its own error answer is used.
 */
export function authenticateClient({ clientRequests, policies }: ClientRequestParts) {
  return async (ctx: Context, next: () => Promise<unknown>): Promise<unknown> => {
    const endpoint = ctx.path.toLowerCase().replace(/\/$/, '');
    const authenticates = ctx.method === 'POST' && CLIENT_AUTH_METHODS.has(endpoint);
    // Any other kind of body, one without a name included, is refused by the library (RFC 6749 section 3.2).
    if (!authenticates || (announcesBody(ctx.req.headers) && !ctx.is('application/x-www-form-urlencoded'))) return next();
    const { form } = await clientRequests.read(ctx.req);
    const { client, refusal, configVersion } = await clientRequests.identify(ctx.req, endpoint);
    Object.assign(requestContext(ctx), { client, refusal: refusal && libraryError(refusal), configVersion });
    if (form.get('grant_type') === TOKEN_EXCHANGE && !(await policies.features(configVersion)).oidcTokenExchange)
      form.set('grant_type', SWITCHED_OFF);
    tellLibrary(ctx.req, form, client);
    return next();
  };
}

/** An error of ours as one of the library's. */
export function libraryError({ code, description, status }: OAuthError): Error {
  return Object.assign(new errors.CustomOIDCProviderError(code, description), { status, statusCode: status });
}

function tellLibrary(request: IncomingMessage, form: URLSearchParams, client: ClientRecord | undefined): void {
  const isPublic = client?.kind === 'application' && client.config.authMethod === 'none';
  for (const name of CREDENTIAL_PARAMETERS) form.delete(name);
  if (isPublic) form.set('client_id', client.clientId);
  else
    request.headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(client?.clientId ?? 'refused')}:${CHECKED}`).toString('base64')}`;
  replaceBody(request, Buffer.from(form.toString()));
}

/** The body was read here; the library reads this one as if it came over the wire. */
function replaceBody(request: IncomingMessage, body: Buffer): void {
  request.headers['content-type'] = 'application/x-www-form-urlencoded';
  request.headers['content-length'] = String(body.length);
  delete request.headers['transfer-encoding'];
  Object.defineProperty(request, 'readable', { value: true });
  request.iterator = () => Readable.from([body])[Symbol.asyncIterator]();
}
