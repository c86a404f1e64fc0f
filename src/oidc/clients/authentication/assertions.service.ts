// Verifies signed assertions (RFC 7521, RFC 7523 section 3) for client authentication, the JWT profile and token exchange.
import { Inject, Injectable } from '@nestjs/common';
import { compactVerify, decodeJwt, decodeProtectedHeader, type CompactJWSHeaderParameters, type JWTPayload } from 'jose';
import { Clock } from '../../../common/primitives/clock.js';
import { secretDigest } from '../../../common/crypto/digest.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { ClientKeys } from '../../../users/authentication/credentials/client-keys.service.js';
import type { ClientKey } from '../../../users/authentication/credentials/client-keys.repository.js';
import { ALGORITHMS_BY_KIND, algorithmsOf } from '../../../users/authentication/credentials/public-key.js';
import { DEVICE_AUTHORIZATION_ENDPOINT, PUSHED_REQUEST_ENDPOINT, TOKEN_ENDPOINT } from '../../protocol/endpoints.js';
import type { ClientRecord } from '../clients.service.js';
import { isFapi, maySignWith } from '../profiles.js';
import { UsedAssertionsRepository } from './used-assertions.repository.js';

/** Listed by discovery. Neither `none` nor symmetric algorithms: this service knows only public keys. */
export const ASSERTION_ALGORITHMS: readonly string[] = Object.values(ALGORITHMS_BY_KIND).flat();

const MAX_LENGTH = 16_384;
/** Maximum seconds from `iat` to `exp`; for a request object, counted from now. */
export const MAX_LIFE_SECONDS = 3_600;
/** Seconds for which a client's JWT is still accepted after its `exp`. */
export const SKEW_SECONDS = 5;
/**
 * Maximum seconds a client's clock may be ahead of this service's (`iat`, `nbf`). FAPI 2.0 Security Profile section 5.3.2.1: 10 seconds are
 * accepted, more than 60 are not. A token from the future is no advantage, because its lifetime is limited and it is accepted once.
 */
export const AHEAD_SECONDS = 20;
/** Used assertions are remembered this long after their expiry, for processes whose clocks differ. */
const MARGIN_SECONDS = 60;
const MAX_JTI = 500;
/** Headers by which an assertion would supply its own key or rules (RFC 7515 section 4.1). */
export const FORBIDDEN_HEADERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64'];

/**
 * The uses of an assertion, and the `typ` of each (draft-ietf-oauth-rfc7523bis). A JWT with another explicit type, such as `at+jwt`, is no
 * assertion (RFC 8725 section 3.11).
 */
const TYPES = {
  clientAuthentication: /^(application\/)?(jwt|client-authentication\+jwt)$/i,
  grant: /^(application\/)?(jwt|authorization-grant\+jwt)$/i,
  subject: /^(application\/)?jwt$/i,
} as const;
export type AssertionUse = keyof typeof TYPES;

/** A credential that authenticated a client: a row that ends by its removal or expiry. */
export interface ClientCredential {
  kind: 'secret' | 'key';
  /** Internal number of the user or application it belongs to. */
  ownerNo: number;
  id: string;
}

/** The claims of a valid assertion: signed by one of its issuer's keys, meant for this service, and in force. */
export interface Assertion {
  issuer: string;
  subject: string;
  /** The key that signed it. */
  credential: ClientCredential;
  /** Identifies repetitions of an assertion. */
  replayKey: string;
  /** Seconds since 1970 UTC. */
  exp: number;
}

/** Why an assertion is rejected. */
export class AssertionFault extends Error {
  constructor(why: string) {
    super(`The assertion ${why}.`);
    this.name = 'AssertionFault';
  }
}

/** The unverified issuer of an assertion. */
export function claimedIssuer(text: string): string | undefined {
  try {
    const { iss } = text.length <= MAX_LENGTH ? decodeJwt(text) : {};
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}

@Injectable()
export class Assertions {
  private readonly issuer: string;
  /** The token endpoint and, by RFC 9126 section 2, that of pushed requests. */
  private readonly endpoints: readonly unknown[];
  /** Allowed for all clients by the settings. */
  private readonly mayNameTokenEndpoint: boolean;

  constructor(
    private readonly keys: ClientKeys,
    private readonly used: UsedAssertionsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) { publicUrl, assertionAudienceTokenEndpoint }: Settings,
  ) {
    this.issuer = publicUrl;
    this.endpoints = [TOKEN_ENDPOINT, PUSHED_REQUEST_ENDPOINT, DEVICE_AUTHORIZATION_ENDPOINT].map((path) => publicUrl + path);
    this.mayNameTokenEndpoint = assertionAudienceTokenEndpoint;
  }

  /** @param client the assertion must be signed with one of its keys. @throws AssertionFault */
  async verify(text: string, client: ClientRecord, use: AssertionUse, configVersion?: number): Promise<Assertion> {
    const header = readHeader(text, use);
    // FAPI 2.0 Security Profile section 5.4.1.
    if (!maySignWith(client, header.alg)) throw new AssertionFault('must be signed with PS256, ES256 or EdDSA');
    const fitting = (await this.keys.listLiveKeys(client.no, configVersion)).filter((key) => fits(key, header));
    for (const { id, jwk } of fitting) {
      const verified = await compactVerify(text, jwk, { algorithms: [header.alg] }).catch(() => undefined);
      if (!verified) continue;
      const claims = readClaims(verified.payload);
      this.checkAudience(client, claims.aud);
      return this.checkClaims(text, { kind: 'key', ownerNo: client.no, id }, claims);
    }
    throw new AssertionFault('is not signed by a valid key of its issuer');
  }

  /** Consumes an assertion, across all processes. @throws AssertionFault if it was used before */
  async useOnce({ replayKey, exp }: Assertion): Promise<void> {
    if (!(await this.used.use(replayKey, (exp + MARGIN_SECONDS) * 1_000_000))) throw new AssertionFault('was used before');
  }

  /**
   * The audience must be the issuer alone or, where allowed, one of these endpoints as a single string. A list could name another service as
   * well, which would then have an assertion that is valid here (RFC 7523 section 3, OpenID Connect Core section 9).
   */
  private checkAudience(client: ClientRecord, aud: JWTPayload['aud']): void {
    // FAPI 2.0 Security Profile section 5.3.2.1 number 8: the issuer as a string, and nothing else.
    if (isFapi(client)) {
      if (aud === this.issuer) return;
      throw new AssertionFault('must have the issuer of this service as its aud, as a single string');
    }
    const only = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
    if (only === this.issuer || (this.endpoints.includes(only) && this.mayNameTokenEndpoint)) return;
    const isAllowed = client.kind === 'application' && client.config.assertionAudienceTokenEndpoint;
    if (this.endpoints.includes(aud) && isAllowed) return;
    if (this.endpoints.includes(only) && client.kind === 'application')
      throw new AssertionFault(
        isAllowed
          ? 'must name the token endpoint as a single string in aud, not in a list'
          : 'must have the issuer of this service as its only aud; the token endpoint is accepted with assertionAudienceTokenEndpoint of the application',
      );
    throw new AssertionFault('must have the issuer of this service as its only aud');
  }

  private checkClaims(text: string, credential: ClientCredential, { iss, sub, exp, iat, nbf, jti }: JWTPayload): Assertion {
    const now = this.clock.nowSeconds();
    if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '') throw new AssertionFault('must have the claims iss and sub');
    if (!isTime(exp) || !isTime(iat)) throw new AssertionFault('must have the claims exp and iat');
    if (exp + SKEW_SECONDS <= now) throw new AssertionFault('has expired');
    if (iat - AHEAD_SECONDS > now) throw new AssertionFault('has an iat in the future');
    if (exp <= iat || exp - iat > MAX_LIFE_SECONDS)
      throw new AssertionFault(`must expire at most ${MAX_LIFE_SECONDS} seconds after it was issued`);
    if (nbf !== undefined && (!isTime(nbf) || nbf - AHEAD_SECONDS > now)) throw new AssertionFault('is not valid yet');
    if (jti !== undefined && (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI))
      throw new AssertionFault('has a malformed jti');
    // Identifies the signed content, not the signature: an ECDSA signature can be rewritten without its key.
    const sameness = jti === undefined ? `content ${text.slice(0, text.lastIndexOf('.'))}` : `jti ${jti}`;
    return { issuer: iss, subject: sub, replayKey: secretDigest(`${credential.ownerNo} ${sameness}`), credential, exp };
  }
}

function readHeader(text: string, use: AssertionUse): CompactJWSHeaderParameters {
  const header = attempt(() => (text.length <= MAX_LENGTH ? (decodeProtectedHeader(text) as CompactJWSHeaderParameters) : undefined));
  if (!header || !ASSERTION_ALGORITHMS.includes(header.alg))
    throw new AssertionFault(`must be a JWT signed with one of ${ASSERTION_ALGORITHMS.join(', ')}`);
  if (FORBIDDEN_HEADERS.some((name) => name in header)) throw new AssertionFault(`must not have a header ${FORBIDDEN_HEADERS.join(', ')}`);
  const { typ = 'JWT' } = header;
  if (typeof typ !== 'string' || !TYPES[use].test(typ)) throw new AssertionFault('has another type in typ; leave it out, or send JWT');
  return header;
}

/** Keys are compared within those of their owner, so that a `kid` is never part of a query. Without a `kid`, all of them are tried. */
function fits({ id, jwk }: ClientKey, { kid, alg }: CompactJWSHeaderParameters): boolean {
  return (kid === undefined || kid === id) && algorithmsOf(jwk).includes(alg);
}

function readClaims(payload: Uint8Array): JWTPayload {
  const claims = attempt(() => JSON.parse(new TextDecoder().decode(payload)) as unknown);
  if (typeof claims !== 'object' || claims === null) throw new AssertionFault('must have a JSON object as its content');
  return claims as JWTPayload;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
