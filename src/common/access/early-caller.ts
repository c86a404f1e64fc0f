// A caller whose token was verified before routing. The guard reuses that verdict.
import type { IncomingMessage } from 'node:http';
import type { Principal } from './principal.js';

const VERIFIED = new WeakMap<IncomingMessage, { caller: Principal; hadArrived: boolean }>();

/** Call this as soon as the token is verified. */
export function rememberCaller(request: IncomingMessage, caller: Principal): void {
  VERIFIED.set(request, { caller, hadArrived: request.complete });
}

/**
 * @returns the caller, if the whole request had arrived when the token was verified. Otherwise the rest of the body may take minutes, and
 * the token may be revoked meanwhile, so it must be verified again.
 */
export function rememberedCaller(request: IncomingMessage): Principal | undefined {
  const known = VERIFIED.get(request);
  return known?.hadArrived ? known.caller : undefined;
}
