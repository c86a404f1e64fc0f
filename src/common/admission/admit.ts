// The one corridor into the service. A door gives its controls, all of them, and `admit` applies them in the order of the door.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Admissions, unauthenticated, type Presented } from '../access/admission.js';
import { presentedToken } from '../access/presented-token.js';
import { CallerLimits } from '../access/caller-limits.js';
import type { Principal } from '../access/principal.js';
import { nameCaller } from '../http/observed-requests.js';
import { DOORS, type DoorName } from './doors.js';

/** The controls of a request at its door. Every member is required, so that a new door can't forget one. */
export interface Controls<Caller, Body> {
  door: DoorName;
  /** Reads the body within the bounds of the door; undefined if there is none, or if the handler reads it. */
  readBody(): Promise<Body> | Body;
  /** Identifies the caller, and names it for the log. @throws the refusal of an unknown caller */
  identify(): Promise<Caller>;
  /** Requires a role. @throws the refusal of a caller without it */
  authorize(caller: Caller): void;
  /** Counts the request, once. @throws OverLimitError */
  count(caller: Caller): Promise<void>;
}

export interface Admitted<Caller, Body> {
  caller: Caller;
  body: Body;
}

/** For doors where every known caller may enter. */
export const ANY_ROLE = (): void => undefined;

/** @throws the refusal of the first control that isn't passed */
export async function admit<Caller, Body>(request: IncomingMessage, controls: Controls<Caller, Body>): Promise<Admitted<Caller, Body>> {
  if (DOORS[controls.door].order === 'bodyFirst') {
    const body = await controls.readBody();
    const caller = await judge(controls);
    await controls.count(caller);
    return { caller, body };
  }
  const caller = await judge(controls);
  // Until the rest has arrived, the caller may lose its rights.
  const isFinal = request.complete || DOORS[controls.door].order === 'streamed';
  await controls.count(caller);
  const body = await controls.readBody();
  return { caller: isFinal ? caller : await judge(controls), body };
}

async function judge<Caller>({ identify, authorize }: Controls<Caller, unknown>): Promise<Caller> {
  const caller = await identify();
  authorize(caller);
  return caller;
}

/** A request at a door, with the access rule and the parameters of its route. */
export interface BearerRequest<Body> extends Pick<Presented, 'rule' | 'params'> {
  door: DoorName;
  request: IncomingMessage;
  response: ServerResponse;
  /** Without the query. */
  path: string;
  /** Verifies the token; `Admissions.identify` unless given. */
  identify?(): Promise<Principal | undefined>;
  readBody(): Promise<Body> | Body;
}

/** The controls of requests with a bearer token: SCIM, by its short way and by Express, and the admin API. */
@Injectable()
export class BearerCorridor {
  constructor(
    private readonly admissions: Admissions,
    private readonly limits: CallerLimits,
  ) {}

  /** @throws DomainError `unauthenticated`, `forbidden`, `notFound`, OverLimitError, and what `readBody` throws */
  admit<Body>({
    door,
    request,
    response,
    path,
    rule,
    params,
    identify,
    readBody,
  }: BearerRequest<Body>): Promise<Admitted<Principal, Body>> {
    const token = presentedToken(request);
    return admit(request, {
      door,
      readBody,
      identify: async () => {
        const caller = await (identify ? identify() : this.admissions.identify(request, token));
        if (!caller) throw unauthenticated(token !== undefined);
        nameCaller(request, caller);
        return caller;
      },
      authorize: (caller) => {
        if (!token) throw unauthenticated(false);
        this.admissions.admit(caller, { token, rule, params });
      },
      count: (caller) => this.limits.admitCaller(request, response, path, caller, String(params['orgId'] ?? caller.orgId)),
    });
  }
}
