// The registration endpoint (RFC 7591 section 3) and the address of each registered client (RFC 7592 section 2), before the library and
// Express.
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { presentedToken } from '../../common/access/presented-token.js';
import { ClientAddresses, networkOf } from '../../common/http/client-network.js';
import { announcesBody, mediaType, readJsonBody } from '../../common/admission/json-body.js';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { overLimit, Quotas } from '../../common/limits/quotas.service.js';
import { REFUSALS } from '../../common/observation/topics.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { REGISTRATION_ENDPOINT } from '../protocol/endpoints.js';
import { ClientRegistrations } from './client-registrations.service.js';
import { RegistrationAccess } from './registration-access.service.js';
import { RegistrationError } from './registration-error.js';

/** Registrations without a token in a minute, from one network. */
export const OPEN_PER_NETWORK = 5;
/** Changes and removals in a minute, of one registered client: each writes events and empties the caches of all processes. */
export const CHANGES_PER_CLIENT = 5;
/** Members and elements of a body. */
const MAX_VALUES = 1_000;
const MAX_CLIENT_ID = 100;
const MAX_ORGANIZATION_ID = 200;

/** A response with any status; without a body there is none. */
export interface RegistrationAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body?: object;
}

/** Pages of every origin may register: no cookie counts here, and a token is in a header that a browser does not add by itself. */
const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Max-Age': '3600',
};

@Injectable()
export class RegistrationEndpoint {
  constructor(
    private readonly registrations: ClientRegistrations,
    private readonly access: RegistrationAccess,
    private readonly quotas: Quotas,
    private readonly addresses: ClientAddresses,
  ) {}

  /** @returns undefined for any other address. @throws OverLimitError, DomainError */
  async answerRequest(request: IncomingMessage): Promise<RegistrationAnswer | undefined> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const clientId = path === REGISTRATION_ENDPOINT ? '' : clientIdOf(path);
    if (clientId === undefined) return undefined;
    try {
      return await this.handle(request, clientId, new URLSearchParams(query));
    } catch (error) {
      const refusal = asRefusal(error);
      return { status: refusal.status, headers: refusal.headers, body: { error: refusal.code, error_description: refusal.description } };
    }
  }

  private async handle(request: IncomingMessage, clientId: string, query: URLSearchParams): Promise<RegistrationAnswer> {
    const methods = clientId === '' ? ['POST'] : ['GET', 'PUT', 'DELETE'];
    const { method = '' } = request;
    if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT };
    if (!methods.includes(method)) {
      const description = `This address takes ${methods.join(', ')}.`;
      return { status: 405, headers: { Allow: methods.join(', ') }, body: { error: 'invalid_request', error_description: description } };
    }
    const token = tokenOf(request);
    if (method === 'POST') return { status: 201, headers: {}, body: await this.register(request, token, query) };
    if (method === 'GET') return { status: 200, headers: {}, body: await this.registrations.show(token, clientId) };
    await this.takeChange(token, clientId);
    if (method === 'PUT')
      return { status: 200, headers: {}, body: await this.registrations.replace(token, clientId, await readMetadataOf(request)) };
    await this.registrations.remove(token, clientId);
    return { status: 204, headers: {} };
  }

  /** The token is judged before the body is read, so that strangers send none, and again in the unit of work. */
  private async register(request: IncomingMessage, token: string | undefined, query: URLSearchParams): Promise<object> {
    const organizationId = query.get('organization') ?? undefined;
    if (organizationId !== undefined && organizationId.length > MAX_ORGANIZATION_ID)
      throw new RegistrationError('invalid_request', 'organization is not the id of an organization.');
    await this.access.requirePermission(token, organizationId);
    if (token === undefined) this.takeOpen(request);
    return this.registrations.register(token, organizationId, await readMetadataOf(request));
  }

  private takeOpen(request: IncomingMessage): void {
    const owner = networkOf(this.addresses.of(request));
    const { refused } = this.quotas.take([{ name: 'registration-address', owner, quota: OPEN_PER_NETWORK }]);
    if (!refused) return;
    if (REFUSALS.hasListeners) REFUSALS.publish({ class: 'token', of: 'address' });
    throw overLimit(refused, 'this network address');
  }

  /** Judges the token before the body is read and before any lock, so that strangers neither change a client nor use up its changes. */
  private async takeChange(token: string | undefined, clientId: string): Promise<void> {
    await this.access.requireOwn(token, clientId);
    const { refused } = this.quotas.take([{ name: 'registration-client', owner: clientId, quota: CHANGES_PER_CLIENT }]);
    if (!refused) return;
    if (REFUSALS.hasListeners) REFUSALS.publish({ class: 'token', of: 'caller' });
    throw overLimit(refused, 'this client');
  }
}

function clientIdOf(path: string): string | undefined {
  const prefix = `${REGISTRATION_ENDPOINT}/`;
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return id === '' || id.length > MAX_CLIENT_ID || id.includes('/') ? undefined : id;
}

/** RFC 6750 section 2.1. A header of another form is a token that is not valid. */
function tokenOf(request: IncomingMessage): string | undefined {
  if (request.headers.authorization === undefined) return undefined;
  const presented = presentedToken(request);
  return presented?.scheme === 'Bearer' ? presented.value : '';
}

async function readMetadataOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  // RFC 7591 section 3.1.
  if (!announcesBody(request.headers) || mediaType(request.headers['content-type']).type !== 'application/json')
    throw new RegistrationError('invalid_client_metadata', 'The body must be of type application/json.');
  if (!(Number(request.headers['content-length'] ?? NaN) <= BODY_BYTES.oauth))
    throw new RegistrationError('invalid_client_metadata', `The body must have a Content-Length of at most ${BODY_BYTES.oauth} bytes.`);
  const body = await readJsonBody(request, { values: MAX_VALUES });
  if (Array.isArray(body)) throw new RegistrationError('invalid_client_metadata', 'The body must be a JSON object.');
  return body as Record<string, unknown>;
}

/** @throws `error` unless it is a refusal of this request */
function asRefusal(error: unknown): RegistrationError {
  if (error instanceof RegistrationError) return error;
  const isBody = error instanceof DomainError && ['invalid', 'tooLarge', 'unsupportedMedia'].includes(error.kind);
  if (isBody) return new RegistrationError('invalid_client_metadata', error.message);
  throw error;
}
