// Issues and opens access tokens. Issuing writes no row: the token carries its content, and every check verifies that it is still valid.
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { sealedLength } from '../../common/crypto/sealed-box.js';
import { uniqueBytes } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { AccessTokenType } from '../clients/application.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { keyIdOf, type SigningAlgorithm, signJws, verifyJws } from '../keys/jws.js';
import { type KeySet, SigningKeys } from '../keys/signing-keys.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { fromClaims, toClaims } from './content/access-token-claims.js';
import { formatOf, Lifetimes } from './lifetimes.service.js';
import { OpenedTokens } from './opened-tokens.js';
import type { TokenContent } from './content/token-content.js';
import { carriedClaims, claimBytesBeside, MAX_ACCESS_TOKEN, signedLength } from './content/token-size.js';

/** Tolerance for processes whose clocks differ slightly. */
const SKEW_SECONDS = 5;
/** Length of an identifier, not of a secret. */
const JTI_BYTES = 16;
const JTI_CHARACTERS = 22;
/** Has as many digits as any time of a token in JSON. */
const MAX_SECONDS = 9_999_999_999;
/** RFC 9068 section 2.1. */
const JWT_TYPE = 'at+jwt';

/** The content that the caller provides; the token's id and times are added here. */
export type NewToken = Omit<TokenContent, 'jti' | 'iat' | 'exp'>;

/** The format of a token, its algorithm and its lifetime in seconds. */
export interface TokenStyle {
  format: AccessTokenType;
  alg: SigningAlgorithm;
  seconds: number;
}

export interface IssueOptions {
  /** The latest expiry (seconds since 1970 UTC). */
  untilSeconds?: number;
  /** Further claims of a JWT about its user. */
  claims?: Readonly<Record<string, unknown>>;
}

export interface IssuedToken {
  value: string;
  expiresIn: number;
}

@Injectable()
export class AccessTokens {
  private readonly sealed = new OpenedTokens();
  private readonly signed = new OpenedTokens();

  constructor(
    private readonly keyring: Keyring,
    private readonly signingKeys: SigningKeys,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** The style of a client's tokens. A grant may request another format than the client's. */
  styleFor(client: ClientRecord, format: AccessTokenType = formatOf(client)): TokenStyle {
    const alg = client.kind === 'application' ? client.config.accessTokenSigningAlg : 'ES256';
    return { format, alg, seconds: this.lifetimes.accessToken(client, format) };
  }

  /**
   * Issues a token. The claims about its user are not part of its content: each check determines them again.
   * @throws OAuthError `invalid_scope` for more than {@link MAX_ACCESS_TOKEN} characters. The scope of a consent is never that long.
   */
  issue(token: NewToken, { format, alg, seconds }: TokenStyle, { untilSeconds = Infinity, claims = {} }: IssueOptions = {}): IssuedToken {
    const iat = this.clock.nowSeconds();
    const exp = Math.min(iat + seconds, untilSeconds);
    const content: TokenContent = { ...token, jti: uniqueBytes(JTI_BYTES).toString('base64url'), iat, exp };
    const value = format === 'jwt' ? this.sign(content, claims, alg) : this.seal(content);
    assertLength(value.length);
    return { value, expiresIn: exp - iat };
  }

  /** Makes the same check before the token is created and before anything is written for it. */
  assertFits(token: NewToken, { format }: TokenStyle): void {
    const content: TokenContent = { ...token, jti: 'j'.repeat(JTI_CHARACTERS), iat: MAX_SECONDS, exp: MAX_SECONDS };
    const stub = (own: object) => 's'.repeat(sealedLength(Buffer.byteLength(JSON.stringify(own))));
    assertLength(format === 'jwt' ? signedLength(toClaims(content, this.settings.publicUrl, stub)) : stub(content).length);
  }

  /** @returns the content of an unexpired token of this service; `TokenCheck` decides whether it is still valid */
  async openToken(value: string): Promise<TokenContent | undefined> {
    const token = await (value.includes('.') ? this.openSigned(value) : this.openSealed(value));
    return token?.exp !== undefined && token.exp + SKEW_SECONDS > this.clock.nowSeconds() ? token : undefined;
  }

  private async openSealed(value: string): Promise<TokenContent | undefined> {
    return this.sealed.findOpened([await this.keyring.known()], value, () => this.unseal(value));
  }

  private async openSigned(value: string): Promise<TokenContent | undefined> {
    const keys = await this.signingKeys.recentKeys();
    // The part that only this service reads is sealed.
    return this.signed.findOpened([keys, await this.keyring.known()], value, async () => this.verify(keys, value));
  }

  private seal(content: TokenContent): string {
    return this.keyring.sealToken('access-token', Buffer.from(JSON.stringify(content)));
  }

  private async unseal(value: string): Promise<TokenContent | undefined> {
    const content = await this.keyring.open('access-token', value);
    return content && (JSON.parse(content.toString()) as TokenContent);
  }

  private sign(content: TokenContent, claims: Readonly<Record<string, unknown>>, alg: SigningAlgorithm): string {
    const seal = (own: object) => this.keyring.sealToken('token-holder', Buffer.from(JSON.stringify(own)));
    const { publicUrl } = this.settings;
    const payload = toClaims(content, publicUrl, seal);
    return signJws(this.signingKeys.signer(alg), JWT_TYPE, { ...carriedClaims(claims, claimBytesBeside(payload), publicUrl), ...payload });
  }

  /** The type excludes ID tokens, which the same keys sign (RFC 9068 section 4, RFC 8725 section 3.11). */
  private async verify({ verifiers }: KeySet, value: string): Promise<TokenContent | undefined> {
    const key = verifiers.get(keyIdOf(value) ?? '');
    const signed = key && verifyJws(value, key);
    if (signed?.header['typ'] !== JWT_TYPE || signed.payload['iss'] !== this.settings.publicUrl) return undefined;
    return fromClaims(signed.payload, async (sealed) => {
      const own = await this.keyring.open('token-holder', sealed);
      return own && (JSON.parse(own.toString()) as object);
    });
  }
}

function assertLength(characters: number): void {
  if (characters <= MAX_ACCESS_TOKEN) return;
  throw new OAuthError('invalid_scope', 'With this scope and audience the access token would be too long for a header. Request less.');
}

/** @param jkt thumbprint of the key that the token is bound to (RFC 9449 section 5) */
export function tokenTypeOf(jkt: string | undefined): 'Bearer' | 'DPoP' {
  return jkt === undefined ? 'Bearer' : 'DPoP';
}
