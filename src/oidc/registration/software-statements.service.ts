// Software statements (RFC 7591 section 2.3): metadata signed by a publisher that the registration token trusts.
import { Inject, Injectable } from '@nestjs/common';
import { compactVerify, decodeProtectedHeader, type JWTPayload } from 'jose';
import { Clock } from '../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { algorithmsOf } from '../../users/authentication/credentials/public-key.js';
import { ASSERTION_ALGORITHMS, FORBIDDEN_HEADERS } from '../clients/authentication/assertions.service.js';
import { RegistrationError } from './registration-error.js';
import type { RegistrationPolicy } from './registration-policy.js';

const MAX_LENGTH = 16_384;
/** Seconds by which the clock of the publisher may differ. */
const SKEW_SECONDS = 60;
/** Claims about the statement itself, which are no metadata. */
const OWN_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'software_statement'];

@Injectable()
export class SoftwareStatements {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * The metadata of a statement; they take precedence over those beside it (RFC 7591 section 2.3).
   * @throws RegistrationError
   */
  async read(text: unknown, policy: RegistrationPolicy): Promise<Record<string, unknown>> {
    if (text === undefined || text === null) {
      if (policy.statementRequired) throw new RegistrationError('invalid_client_metadata', 'software_statement is required.');
      return {};
    }
    if (policy.statementKeys.length === 0)
      throw new RegistrationError('unapproved_software_statement', 'This registration trusts no publisher of software statements.');
    const claims = await verified(text, policy);
    const now = this.clock.nowSeconds();
    const { iss, aud, exp, nbf, software_id: softwareId } = claims;
    if (iss !== policy.statementIssuer)
      throw new RegistrationError('unapproved_software_statement', 'The iss of the software statement is not a trusted publisher.');
    if (aud !== undefined && ![aud].flat().includes(this.settings.publicUrl)) throw invalid('is meant for another service');
    // Stricter than RFC 7591 section 2.3: without them a statement would be valid for ever, and for any software.
    if (typeof exp !== 'number') throw invalid('must have exp');
    if (typeof softwareId !== 'string' || softwareId === '') throw invalid('must have software_id');
    if (exp + SKEW_SECONDS <= now) throw invalid('has expired');
    if (nbf !== undefined && !(typeof nbf === 'number' && nbf - SKEW_SECONDS <= now)) throw invalid('is not valid yet');
    return Object.fromEntries(Object.entries(claims).filter(([name]) => !OWN_CLAIMS.includes(name)));
  }
}

/** The algorithm must be one of the key's own, so neither `none` nor an HMAC with the public key as its secret is possible. */
async function verified(text: unknown, { statementKeys }: RegistrationPolicy): Promise<JWTPayload> {
  const header = typeof text === 'string' && text.length <= MAX_LENGTH ? headerOf(text) : undefined;
  const alg = header?.alg;
  if (!header || alg === undefined || !ASSERTION_ALGORITHMS.includes(alg) || FORBIDDEN_HEADERS.some((name) => name in header))
    throw invalid(`must be a JWT signed with one of ${ASSERTION_ALGORITHMS.join(', ')}, without a key in its header`);
  for (const key of statementKeys.filter((one) => algorithmsOf(one).includes(alg))) {
    const { payload } = (await compactVerify(text as string, key, { algorithms: [alg] }).catch(() => undefined)) ?? {};
    const claims = payload && claimsOf(payload);
    if (claims) return claims;
  }
  throw invalid('is not signed by a trusted key');
}

function headerOf(text: string) {
  try {
    return decodeProtectedHeader(text);
  } catch {
    return undefined;
  }
}

function claimsOf(payload: Uint8Array): JWTPayload | undefined {
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as JWTPayload) : undefined;
  } catch {
    return undefined;
  }
}

function invalid(why: string): RegistrationError {
  return new RegistrationError('invalid_software_statement', `The software statement ${why}.`);
}
