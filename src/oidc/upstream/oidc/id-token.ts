// The checks of an ID token (OpenID Connect Core section 3.1.3.7), of tenants of Microsoft Entra and of Workspace domains of Google.
import { createHash } from 'node:crypto';
import { UpstreamError } from '../upstream.js';
import { shown } from '../provider-http.service.js';
import {
  HASHES,
  invalidToken,
  isListed,
  TOLERANCE,
  validateToken,
  type Claims,
  type ExpectedSender,
  type SignatureKeys,
  type TokenRules,
} from './signed-token.js';

/** What the ID token must fit. Times are seconds since 1970 UTC. */
export interface ExpectedToken extends ExpectedSender {
  nonce: string;
  accessToken: string;
  /** Set if the request required a recent authentication: the earliest `auth_time`. */
  authenticatedAfter?: number | undefined;
}

/** @returns the claims @throws UpstreamError */
export function validateIdToken(token: string, expected: ExpectedToken, keys: SignatureKeys): Promise<Claims> {
  return validateToken(token, RULES, expected, keys);
}

const invalid = (fault: string): UpstreamError => invalidToken('ID token', fault);

const RULES: TokenRules<ExpectedToken> = {
  name: 'ID token',
  requiredClaims: ['sub', 'exp', 'iat'],
  checks: [
    (claims, { nonce }) => {
      if (claims['nonce'] !== nonce) throw invalid('has another nonce than the request: it was issued for another sign-in');
    },
    ({ aud, azp }, { connection: { clientId } }) => {
      const several = Array.isArray(aud) && aud.length > 1;
      if (several && azp === undefined) throw invalid('is for several clients and has no azp');
      if (azp !== undefined && azp !== clientId) throw invalid(`has the azp ${shown(azp)}, expected the client id ${shown(clientId)}`);
    },
    ({ at_hash: hash }, { accessToken }, { protectedHeader: { alg } }) => {
      if (hash === undefined) return;
      const digest = createHash(HASHES[alg] ?? '')
        .update(accessToken)
        .digest();
      if (hash !== digest.subarray(0, digest.length / 2).toString('base64url')) throw invalid('has the at_hash of another access token');
    },
    ({ auth_time: time }, { now, authenticatedAfter }) => {
      if (authenticatedAfter === undefined) return;
      if (typeof time !== 'number')
        throw invalid(
          'has no auth_time, so that a recent sign-in is not proved. Microsoft Entra sends it as an optional claim; for a provider that never does, set sendsAuthTime to false',
        );
      // Not a number: the request isn't known, so nothing is late enough.
      if (!(time >= authenticatedAfter - TOLERANCE)) throw invalid(`has an auth_time ${authenticatedAfter - time} s too early`);
      if (time > now + TOLERANCE) throw invalid(`has an auth_time ${time - now} s in the future: the clocks differ`);
    },
    ({ hd }, { connection: { hostedDomains } }) => {
      if (hostedDomains.length === 0 || isListed(hd, hostedDomains)) return;
      throw new UpstreamError(
        'notAllowed',
        `The person's Google Workspace domain (hd) is ${shown(hd)}, which is not one of hostedDomains.`,
      );
    },
  ],
};
