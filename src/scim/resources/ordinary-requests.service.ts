// Handles ordinary requests to resources before Express, by the same controllers. It skips Express's router and Nest's pipeline, which cost
// more than the work itself. Unusual or refused requests continue to Express, along with everything already known about them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { pipeline } from 'node:stream';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS } from '../../common/access/access.js';
import { presentedToken } from '../../common/access/presented-token.js';
import type { AccessRule } from '../../common/access/permissions.js';
import { BearerCorridor } from '../../common/admission/admit.js';
import { announcesBody, readJsonBody } from '../../common/admission/json-body.js';
import { nameRequest, nameRoute, REQUEST_ID } from '../../common/http/observed-requests.js';
import { answerSecurityHeaders } from '../../common/admission/security-headers.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { FALLBACK_LANGUAGE } from '../../common/texts/localized-texts.js';
import { type Organization, Organizations } from '../../users/organizations/organizations.service.js';
import { SCIM_MEDIA_TYPE } from '../error/scim-fault.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import { LIMITS } from '../protocol/wire/limits.js';
import { type NotedMessage, ProvisioningLog } from '../provisioning/provisioning-log.service.js';
import type { ResourceController } from './resource-controller.js';
import { callOf, rememberRefusal, type ScimCall } from './scim-requests.service.js';

/** The controllers of resource types by endpoint; the module creates them. */
export const RESOURCE_CONTROLLERS = Symbol('SCIM resource controllers');

/** The properties of a request that a controller needs. */
interface Asked {
  call: ScimCall;
  id: string;
  query: JsonObject;
  body: unknown;
  response: ServerResponse;
}

interface Operation {
  /** The handler whose access mark applies. */
  handler: 'create' | 'list' | 'read' | 'replace' | 'patch' | 'remove';
  /** The status, unless the controller sets another one. */
  status: number;
  run(controller: ResourceController, asked: Asked): Promise<unknown>;
}

/** By method, and by whether the path names one resource. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['GET', { handler: 'list', status: 200, run: (to, { call, query }) => to.list(call, query) }],
  ['POST', { handler: 'create', status: 201, run: (to, { call, body, query, response }) => to.create(call, body, query, response) }],
  ['GET :id', { handler: 'read', status: 200, run: (to, { call, id, query, response }) => to.read(call, id, query, response) }],
  [
    'PUT :id',
    { handler: 'replace', status: 200, run: (to, { call, id, body, query, response }) => to.replace(call, id, body, query, response) },
  ],
  [
    'PATCH :id',
    { handler: 'patch', status: 200, run: (to, { call, id, body, query, response }) => to.patch(call, id, body, query, response) },
  ],
  ['DELETE :id', { handler: 'remove', status: 204, run: (to, { call, id }) => to.remove(call, id) }],
]);

/** Matches only this exact spelling; any other one goes to the router. */
const ADDRESS = /^(\/scim\/v2\/([\w.~-]+)(\/[A-Z][a-z]+)(?:\/([\w.~:@-]+))?)(?:\?([^#]*))?$/;
const ACCEPTED = /(?:^|,) *(?:\*\/\*|application\/(?:scim\+)?json) *(?:,|$)/;
const BODY_TYPE = /^application\/(?:scim\+)?json(?: *; *charset=utf-8)?$/i;
/** Headers that would change the answer. */
const UNUSUAL_HEADERS = ['origin', 'transfer-encoding', 'content-encoding', 'expect'];

@Injectable()
export class OrdinaryRequests {
  private readonly headers: ReadonlyArray<readonly [name: string, value: string]>;

  constructor(
    @Inject(RESOURCE_CONTROLLERS) private readonly controllers: ReadonlyMap<string, ResourceController>,
    private readonly corridor: BearerCorridor,
    private readonly organizations: Organizations,
    private readonly reflector: Reflector,
    private readonly log: ProvisioningLog,
    @Inject(SETTINGS_TOKEN) { publicUrl }: Settings,
  ) {
    this.headers = [...answerSecurityHeaders(publicUrl)];
  }

  handles(path: string): boolean {
    return path.startsWith('/scim/v2/');
  }

  /** @returns whether the request was answered; if not, nothing was sent */
  async answerRequest(request: NotedMessage, response: ServerResponse): Promise<boolean> {
    const [, path = '', orgId = '', endpoint = '', id, query] = ADDRESS.exec(request.url ?? '') ?? [];
    const controller = this.controllers.get(endpoint);
    const operation = OPERATIONS.get(`${request.method}${id === undefined ? '' : ' :id'}`);
    if (!controller || !operation || !isOrdinary(request)) return false;
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS, controller[operation.handler]);
    if (rule?.kind !== 'organization') return false;
    response.setHeader(REQUEST_ID, nameRequest(request));
    try {
      const readBody = () => (announcesBody(request.headers) ? readJsonBody(request, { anyCharset: true }) : undefined);
      const entering = { door: 'scimShortWay', request, response, path, rule, params: { orgId }, readBody } as const;
      const { caller, body } = await this.corridor.admit(entering);
      response.statusCode = operation.status;
      const organization = await this.organizations.findOrganization(orgId, caller.configVersion);
      if (!organization) return false;
      const call = callOf(request, orgId, caller, FALLBACK_LANGUAGE);
      const asked = { call, id: id ?? '', query: query === undefined ? {} : parseQuery(query), body, response };
      const answer = await operation.run(controller, asked);
      nameRoute(request, `/scim/v2/:orgId${endpoint}${id === undefined ? '' : '/:id'}`);
      response.once('finish', () => this.record(call, organization, request, response));
      this.send(response, answer);
      return true;
    } catch (error) {
      // The token could not be checked. Express reports that error without a second query.
      if (!request.user && !isUnauthenticated(error)) throw error;
      rememberRefusal(request, error);
      return false;
    }
  }

  private record({ notes, caller }: ScimCall, organization: Organization, request: object, response: ServerResponse): void {
    this.log.noteRequest(notes, { organization, caller, request, status: response.statusCode });
  }

  private send(response: ServerResponse, answer: unknown): void {
    for (const [name, value] of this.headers) response.setHeader(name, value);
    if (answer === undefined) return void response.end();
    response.setHeader('Content-Type', SCIM_MEDIA_TYPE);
    if (answer instanceof StreamableFile) return pipe(answer, response);
    const text = JSON.stringify(answer);
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }
}

const isUnauthenticated = (error: unknown): boolean => error instanceof DomainError && error.kind === 'unauthenticated';

function pipe(answer: StreamableFile, response: ServerResponse): void {
  const stream = answer.getStream();
  stream.once('error', (error) => answer.errorHandler(error, response as never));
  pipeline(stream, response, () => undefined);
}

/** Whether only a control of the door or the operation itself can refuse the request. */
function isOrdinary(request: IncomingMessage): boolean {
  const { headers } = request;
  if (presentedToken(request) === undefined) return false;
  if (UNUSUAL_HEADERS.some((name) => headers[name] !== undefined)) return false;
  if (headers.accept !== undefined && (headers.accept.includes(';') || !ACCEPTED.test(headers.accept))) return false;
  return (
    !announcesBody(headers) || (BODY_TYPE.test(headers['content-type'] ?? '') && Number(headers['content-length']) <= LIMITS.bodyBytes)
  );
}
