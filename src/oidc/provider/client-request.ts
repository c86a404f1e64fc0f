// Client authentication in front of the library: ours decides, and the library is told the outcome in its own terms.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Policies } from '../../users/policies/policies.service.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import {
  CLIENT_AUTH_METHODS,
  CREDENTIAL_PARAMETERS,
  parameterOf,
  type ClientAuthentication,
  type ClientRequest,
} from '../clients/client-authentication.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { TOKEN_ENDPOINT } from '../endpoints.js';
import { JWT_PROFILE, type JwtProfileGrant } from '../grants/jwt-profile.js';
import { OAuthError } from '../oauth-error.js';
import { requestMemory } from './request-memory.js';

export interface ClientRequestParts {
  authentication: ClientAuthentication;
  jwtProfile: JwtProfileGrant;
  policies: Policies;
}

/** A grant type that does not exist. */
const SWITCHED_OFF = 'switched-off';

type Context = KoaContextWithOIDC;

/** Larger than any honest request; the library itself reads no more. */
const MAX_FORM_BYTES = 56 * 1024;

/** Stands for credentials that were checked already. {@link mayPass} compares clients, never this text. */
const CHECKED = 'checked';

/** Whether the library may take `client` for the one that sent this request: only when {@link authenticateClient} said so. */
export function mayPass(client: ClientRecord): boolean {
  return requestMemory().client?.no === client.no;
}

/**
 * Finds out who the client is and leaves it in the request's memory. The library then sees a header that leads it to {@link mayPass},
 * or the bare `client_id` of a public client; a refusal is thrown when it looks for the client, so that its own error answer is used.
 */
export function authenticateClient(parts: ClientRequestParts) {
  return async (ctx: Context, next: () => Promise<unknown>): Promise<unknown> => {
    const endpoint = ctx.path.toLowerCase().replace(/\/$/, '');
    const methods = ctx.method === 'POST' ? CLIENT_AUTH_METHODS.get(endpoint) : undefined;
    // Any other kind of body, one without a name included, is refused by the library (RFC 6749 section 3.2).
    if (!methods || (hasBody(ctx.req) && !ctx.is('application/x-www-form-urlencoded'))) return next();
    const memory = requestMemory(ctx);
    let form = new URLSearchParams();
    try {
      form = await readForm(ctx.req);
      const request: ClientRequest = { authorization: ctx.req.headers.authorization, form };
      const profile = endpoint === TOKEN_ENDPOINT && parameterOf(form, 'grant_type') === JWT_PROFILE;
      memory.client = await (profile ? parts.jwtProfile.identify(request) : parts.authentication.authenticate(request, methods));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      memory.refusal = libraryError(error);
    }
    if (form.get('grant_type') === TOKEN_EXCHANGE && !(await parts.policies.features()).oidcTokenExchange)
      form.set('grant_type', SWITCHED_OFF);
    tellLibrary(ctx.req, form, memory.client);
    return next();
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** An error of ours as one of the library's. */
export function libraryError({ code, description, status }: OAuthError): Error {
  return Object.assign(new errors.CustomOIDCProviderError(code, description), { status, statusCode: status });
}

/** Reads a form, once. @throws OAuthError `invalid_request` when the body is too large or its sender went away */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > MAX_FORM_BYTES) break;
      chunks.push(chunk as Buffer);
    }
  } catch {
    throw new OAuthError('invalid_request', 'The body ended too early.');
  }
  if (size > MAX_FORM_BYTES) throw new OAuthError('invalid_request', `The form may have at most ${MAX_FORM_BYTES} bytes.`);
  return new URLSearchParams(Buffer.concat(chunks).toString());
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
