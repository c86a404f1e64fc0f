// A caller whose token was verified before the body was read or the route was known. The guard uses the same verdict.
import type { Principal } from './principal.js';

/** A body may take minutes to arrive, and the token may have been revoked meanwhile: then it is verified again. */
const GOOD_FOR_MS = 1_000;
const VERIFIED = new WeakMap<object, { principal: Principal; untilMs: number }>();

export function rememberCaller(request: object, principal: Principal): void {
  VERIFIED.set(request, { principal, untilMs: performance.now() + GOOD_FOR_MS });
}

/** @returns the caller if the token of the request was verified a moment ago */
export function rememberedCaller(request: object): Principal | undefined {
  const known = VERIFIED.get(request);
  return known && performance.now() < known.untilMs ? known.principal : undefined;
}
