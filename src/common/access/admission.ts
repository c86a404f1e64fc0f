// Authorizes requests, and authorizes them again after a wait: for bytes from outside, for a turn in a long queue, or between parts of long
// work.
// For where this happens, see docs/adr/0049-judged-again-after-a-wait.md.
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../primitives/clock.js';
import { DomainError } from '../primitives/domain-error.js';
import type { PresentedToken } from './presented-token.js';
import { type AccessRule, judgeOrganization, judgeService, type Verdict, type Within } from './permissions.js';
import { Admission, TokenVerifier, type Principal } from './principal.js';

/** Callers whose token was verified, and whether the whole request had arrived by then. */
const VERIFIED = new WeakMap<IncomingMessage, { caller: Principal; hadArrived: boolean }>();

/**
 * @returns the caller, if the whole request had arrived when the token was verified. Otherwise the rest of the body may take minutes, and
 * the token may be revoked meanwhile, so it must be verified again.
 */
export function rememberedCaller(request: IncomingMessage): Principal | undefined {
  const known = VERIFIED.get(request);
  return known?.hadArrived ? known.caller : undefined;
}

/** The token, rule and parameters that a request is authorized by. */
export interface Presented {
  token: PresentedToken;
  /** The access rule of the route. */
  rule: Exclude<AccessRule, { kind: 'public' }>;
  /** The parameters of the path. */
  params: Request['params'];
}

@Injectable()
export class Admissions {
  constructor(
    private readonly verifier: TokenVerifier,
    private readonly clock: Clock,
  ) {}

  /** The caller of a request, as {@link TokenVerifier.verify}. A verdict from when the whole request had arrived is kept. */
  async identify(request: IncomingMessage, token: PresentedToken | undefined): Promise<Principal | undefined> {
    const known = rememberedCaller(request);
    if (known || token === undefined) return known;
    const caller = await this.verifier.verify(token);
    if (caller) VERIFIED.set(request, { caller, hadArrived: request.complete });
    return caller;
  }

  /** Admits a caller whose token was verified just now. @throws DomainError `notFound`, `forbidden` */
  admit(caller: Principal, presented: Presented): void {
    assertMay(caller, presented);
    caller.admission = new Admission(caller, this.clock, () => this.judge(presented));
  }

  private async judge(presented: Presented): Promise<Principal> {
    const caller = await this.verifier.verify(presented.token);
    if (!caller) throw unauthenticated(true);
    assertMay(caller, presented);
    return caller;
  }
}

/** Passes on the pieces while the caller stays authorized. @throws DomainError as {@link Admissions.admit} */
export async function* whileAdmitted<T>(
  { admission }: Pick<Principal, 'admission'>,
  pieces: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await admission?.keepCurrent();
    yield piece;
  }
}

/** @param presented whether the request had a token */
export function unauthenticated(presented: boolean): DomainError {
  return new DomainError(
    'unauthenticated',
    presented ? 'access.invalidToken' : 'access.noToken',
    presented
      ? 'The access token is malformed, expired, revoked or not intended for this API.'
      : 'Send an access token in the header "Authorization: Bearer <token>".',
  );
}

/** The project or grant of a route; its owners may use the route as well. */
function withinOf({ projectId, grantId }: Request['params']): Within {
  return { ...(typeof projectId === 'string' && { projectId }), ...(typeof grantId === 'string' && { grantId }) };
}

function assertMay({ orgId, memberships }: Principal, { rule, params }: Presented): void {
  if (rule.kind === 'caller') return;
  if (rule.kind === 'own') return assertAllowed(orgId === params['orgId'] ? 'allowed' : 'noMembership', '');
  const verdict =
    rule.kind === 'service'
      ? judgeService(memberships, rule.permission)
      : judgeOrganization(memberships, rule.permission, String(params['orgId']), withinOf(params));
  assertAllowed(verdict, rule.permission);
}

function assertAllowed(verdict: Verdict, permission: string): void {
  if (verdict === 'allowed') return;
  if (verdict === 'noMembership') throw new DomainError('notFound', 'organization.notFound', 'This organization does not exist.');
  throw new DomainError('forbidden', 'access.noPermission', `The caller lacks the permission "${permission}".`);
}
