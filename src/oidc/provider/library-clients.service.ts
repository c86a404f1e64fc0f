// Authenticates clients before the library does, and passes it the result in a form it understands.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { nonceHeader } from '../../common/access/proof-refusal.js';
import { announcesBody } from '../../common/admission/json-body.js';
import { Policies } from '../../users/organizations/policies/policies.service.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import { CLIENT_AUTH_METHODS, CREDENTIAL_PARAMETERS } from '../clients/authentication/client-authentication.service.js';
import { type ClientRecord, Clients } from '../clients/clients.service.js';
import { ClientRequests } from '../fast-path/client-requests.service.js';
import {
  DEVICE_AUTHORIZATION_ENDPOINT,
  MAX_AUTHORIZATION_REQUEST,
  PUSHED_REQUEST_ENDPOINT,
  TOKEN_ENDPOINT,
} from '../protocol/endpoints.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { singleSpaced } from '../protocol/scopes.js';
import { clientFinder, recordOf } from './adapters/client.adapter.js';
import type { ClientModel } from './adapters/library.model.js';
import { requestContext } from './adapters/request-context.js';
import { RequestObjects } from './request-objects.service.js';

/** A grant type that does not exist. It makes the library answer requests for token exchange while the feature is off. */
const UNSUPPORTED_GRANT_TYPE = 'unsupported';

type Context = KoaContextWithOIDC;

/** An authorization request, whichever way it is sent. */
export const TOO_LONG = new OAuthError('invalid_request', 'The parameters are too long.');

/** Stands for credentials that were already verified. {@link LibraryClients.isAuthenticated} compares clients, never this string. */
const CHECKED_SECRET = 'checked';
const FORM = 'application/x-www-form-urlencoded';

@Injectable()
export class LibraryClients {
  constructor(
    private readonly clients: Clients,
    private readonly clientRequests: ClientRequests,
    private readonly policies: Policies,
    readonly requestObjects: RequestObjects,
  ) {}

  finderFor(provider: Provider): (id: string) => Promise<ClientModel | undefined> {
    return clientFinder(provider, this.clients);
  }

  /** Reads the form of a request with a form body. @throws OAuthError when it cannot be read */
  async readForm(request: IncomingMessage): Promise<URLSearchParams> {
    const { form, fault } = await this.clientRequests.readForm(request);
    if (fault) throw fault;
    return form;
  }

  /** Whether the library may accept `client` as the sender of this request: only if {@link authenticate} identified it. */
  isAuthenticated(client: object): boolean {
    return requestContext().client?.no === recordOf(client).no;
  }

  /** Reports a proof that a grant has refused. */
  noteRefusedProof(request: IncomingMessage, client: ClientRecord, error: OAuthError): void {
    this.clientRequests.noteRefusedProof(request, TOKEN_ENDPOINT, client, error);
  }

  isTokenExchangeOn(configVersion?: number): Promise<boolean> {
    return this.policies.features(configVersion).then(({ oidcTokenExchange }) => oidcTokenExchange);
  }

  /**
   * Identifies the client and stores it in the request's context. The library then sees a header that makes it call
   * {@link isAuthenticated}, or the bare `client_id` of a public client. A refusal is thrown when the library looks up the client, so that
   * its own error response is used.
   */
  async authenticate(ctx: Context, next: () => Promise<unknown>): Promise<unknown> {
    const endpoint = ctx.path.toLowerCase().replace(/\/$/, '');
    const authenticates = ctx.method === 'POST' && CLIENT_AUTH_METHODS.has(endpoint);
    if (!authenticates) return next();
    // RFC 6749 section 3.2. The library refuses every content type but this one. It treats a missing type as a request without parameters.
    if (announcesBody(ctx.req.headers) && !ctx.is(FORM)) {
      requestContext(ctx).refusal = libraryError(new OAuthError('invalid_request', `The body must be of type ${FORM}.`));
      tellLibrary(ctx.req, new URLSearchParams(), undefined, false);
      return next();
    }
    const { form, receivedUs } = await this.clientRequests.readForm(ctx.req);
    const { client, credential, refusal, configVersion, proof } = await this.clientRequests.identify(ctx.req, endpoint);
    Object.assign(requestContext(ctx), { receivedUs, client, credential, refusal: refusal && libraryError(refusal), configVersion, proof });
    ctx.set({ ...refusal?.headers, ...nonceHeader(proof?.nextNonce) });
    if (form.get('grant_type') === TOKEN_EXCHANGE && !(await this.isTokenExchangeOn(configVersion)))
      form.set('grant_type', UNSUPPORTED_GRANT_TYPE);
    const isForDevice = endpoint === DEVICE_AUTHORIZATION_ENDPOINT;
    // RFC 8628 section 3.1 knows no request object.
    if (isForDevice && form.has('request'))
      requestContext(ctx).refusal ??= libraryError(
        new OAuthError('request_not_supported', 'Send the parameters instead of a request object.'),
      );
    const isRequest = isForDevice || endpoint === PUSHED_REQUEST_ENDPOINT;
    tellLibrary(ctx.req, form, client, isRequest);
    if (isRequest && String(form).length > MAX_AUTHORIZATION_REQUEST) requestContext(ctx).refusal ??= libraryError(TOO_LONG);
    return next();
  }
}

/** Converts an `OAuthError` to an error of the library. */
export function libraryError({ code, description, status }: OAuthError): Error {
  return Object.assign(new errors.CustomOIDCProviderError(code, description), { status, statusCode: status });
}

function tellLibrary(request: IncomingMessage, form: URLSearchParams, client: ClientRecord | undefined, isRequest: boolean): void {
  const isPublic = client?.kind === 'application' && client.config.authMethod === 'none';
  for (const name of CREDENTIAL_PARAMETERS) form.delete(name);
  const [scope, ...others] = form.getAll('scope');
  if (scope !== undefined && others.length === 0) form.set('scope', singleSpaced(scope));
  // RFC 9126 section 2.1: a pushed request is an authorization request, so it has the parameter whichever way the client authenticates. So is
  // that of a device.
  if (isPublic || (client && isRequest)) form.set('client_id', client.clientId);
  if (!isPublic)
    request.headers.authorization = `Basic ${Buffer.from(`${encodeURIComponent(client?.clientId ?? 'refused')}:${CHECKED_SECRET}`).toString('base64')}`;
  replaceBody(request, Buffer.from(form.toString()));
}

/** The body has already been read; this gives the library a stream to read it again. */
function replaceBody(request: IncomingMessage, body: Buffer): void {
  request.headers['content-type'] = FORM;
  request.headers['content-length'] = String(body.length);
  delete request.headers['transfer-encoding'];
  Object.defineProperty(request, 'readable', { value: true });
  request.iterator = () => Readable.from([body])[Symbol.asyncIterator]();
}
