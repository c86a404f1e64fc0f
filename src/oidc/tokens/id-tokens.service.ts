// Issues ID tokens that come with an access token, and checks ID tokens that clients send back.
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import { uniqueBytes } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients, type ApplicationRecord, type ClientRecord } from '../clients/clients.service.js';
import { keyIdOf, signJws, verifyJws, type SigningAlgorithm } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { actClaim } from './actors.js';
import { holderOfGrant, linkTo } from './grant-holder.js';
import { GrantsRepository, type Grant } from './grants.repository.js';
import { Lifetimes } from './lifetimes.service.js';
import { TokenCheck } from './token-check.service.js';
import type { GrantLink, TokenContent } from './token-content.js';

/** What a check of a token needs to know of its holder. */
export type Holder = Pick<TokenContent, 'kind' | 'userNo' | 'grant' | 'actors' | 'exchanged' | 'origins' | 'credentials'> &
  Required<Pick<TokenContent, 'generations'>>;

/** What the end session endpoint needs to know of an ID token. */
export interface IdTokenHint {
  clientId: string;
  /** Who signed in; absent when somebody got it who acts for the user. */
  sub?: string;
}

const SKEW_SECONDS = 5;
/** A name, not a secret. */
const JTI_BYTES = 16;
/** The private claim that access tokens have as well. */
const OWN = 'gatehouse';
/** The number of a grant and that of a refresh; any JSON of a holder is longer. */
const LINK_BYTES = 12;

/** The hash that goes with a signature (OpenID Connect Core section 3.1.3.6; Ed25519 has SHA-512 inside). */
const HASHES: Readonly<Record<SigningAlgorithm, string>> = { RS256: 'sha256', ES256: 'sha256', EdDSA: 'sha512' };

@Injectable()
export class IdTokens {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly keyring: Keyring,
    private readonly check: TokenCheck,
    private readonly clients: Clients,
    private readonly grants: GrantsRepository,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * A new ID token of the token endpoint. The library makes those that are given by redirect; they look the same.
   * @param claims `sub` and what is known about the sign-in; what is undefined is left out
   * @param untilSeconds it must not live longer than that (seconds since 1970 UTC)
   * @param accessToken the one that comes with it, for `at_hash` (OpenID Connect Core section 3.1.3.6)
   */
  issue(
    client: ClientRecord,
    claims: { sub: string } & Record<string, unknown>,
    holder: Holder,
    accessToken?: string,
    untilSeconds = Infinity,
  ): string {
    const alg = signingAlgorithmOf(client);
    const iat = this.clock.nowSeconds();
    const act = actClaim(this.settings.publicUrl, holder.actors);
    return signJws(this.signingKeys.signer(alg), undefined, {
      ...claims,
      azp: client.clientId,
      ...(act && { act }),
      ...this.holderClaims(holder),
      ...(accessToken !== undefined && { at_hash: leftHalf(createHash(HASHES[alg]).update(accessToken).digest()) }),
      aud: client.clientId,
      exp: Math.min(iat + this.lifetimes.idToken(client), untilSeconds),
      iat,
      iss: this.settings.publicUrl,
    });
  }

  /**
   * By what a later check finds the holder of an ID token, sealed, so that it tells nobody anything: the `jti` names the authorization of a
   * person, whose row has the rest, and differs each time (RFC 7519 section 4.1.7). What no such row has is a claim of its own.
   */
  holderClaims(holder: Holder): { jti: string; [OWN]?: string } {
    const { grant, kind, exchanged } = holder;
    if (kind === 'person' && grant && !exchanged) return { jti: this.keyring.sealName('token-holder', encodeLink(grant)) };
    const sealed = this.keyring.sealToken('token-holder', Buffer.from(JSON.stringify(holder)));
    return { jti: uniqueBytes(JTI_BYTES).toString('base64url'), [OWN]: sealed };
  }

  /** @property grant its row, if it was read */
  private async findHolder({ jti, [OWN]: own }: JWTPayload): Promise<{ holder: Holder; grant?: Grant } | undefined> {
    // Builds up to e209dfc sealed every holder in `jti`.
    const sealed = typeof own === 'string' ? own : jti;
    const content = typeof sealed === 'string' ? await this.keyring.open('token-holder', sealed) : undefined;
    if (content?.length !== LINK_BYTES) return content && { holder: JSON.parse(content.toString()) as Holder };
    const { no, n } = decodeLink(content);
    const grant = await this.grants.findByNo(no);
    return grant && { holder: { ...holderOfGrant(grant), grant: { ...linkTo(grant), n } }, grant };
  }

  /**
   * An ID token of this service, seen as the access token its client could have had: good for that client, and dead with the same things.
   * @param reader only tokens of this application, and of others of its project
   * @returns with the row of its authorization, if it was read; undefined for anything else, and when it does not hold any more
   */
  async asAccessToken(
    value: string,
    reader: ApplicationRecord,
  ): Promise<{ token: TokenContent; claims: JWTPayload; grant: Grant | undefined } | undefined> {
    const claims = await this.verify(value);
    const found = claims && (await this.findHolder(claims));
    if (!found) return undefined;
    const { holder, grant } = found;
    const { sub: userId = '', aud, iat = 0, exp = 0, auth_time: authTime, amr } = claims;
    const clientId = String(aud);
    const authentication = { ...(typeof authTime === 'number' && { authTime }), ...(Array.isArray(amr) && { amr: amr as string[] }) };
    const token: TokenContent = {
      ...holder,
      jti: '',
      userId,
      clientId,
      audience: [clientId],
      scope: 'openid',
      iat,
      exp,
      ...authentication,
    };
    const { holds, versions } = await this.check.checkState(token);
    return holds && (await this.clients.isSibling(reader, clientId, versions.config)) ? { token, claims, grant } : undefined;
  }

  /**
   * Whom an ID token of this service was about, and which client got it. It may be expired, and its key may have retired
   * (OpenID Connect RP-Initiated Logout 1.0 section 2).
   */
  async readHint(value: string): Promise<IdTokenHint | undefined> {
    const { sub, aud, act } = (await this.read(value)) ?? {};
    if (typeof sub !== 'string' || typeof aud !== 'string') return undefined;
    return { clientId: aud, ...(act === undefined && { sub }) };
  }

  private async verify(value: string): Promise<JWTPayload | undefined> {
    const payload = await this.read(value);
    const lives = typeof payload?.exp === 'number' && payload.exp + SKEW_SECONDS > this.clock.nowSeconds();
    return lives ? payload : undefined;
  }

  /** What this service signed as an ID token. Others that the same keys sign say so in `typ` (RFC 8725 section 3.11). */
  private async read(value: string): Promise<JWTPayload | undefined> {
    const kid = keyIdOf(value) ?? '';
    const key = (await this.signingKeys.recentKeys()).verifiers.get(kid);
    const { header, payload } = (key && verifyJws(value, key)) ?? { header: {}, payload: {} };
    return header['typ'] === undefined && payload['iss'] === this.settings.publicUrl ? payload : undefined;
  }
}

/** RS256 is what every client can verify (OpenID Connect Core section 15.1); service users have no choice of their own. */
function signingAlgorithmOf(client: ClientRecord): SigningAlgorithm {
  return client.kind === 'application' ? client.config.idTokenSigningAlg : 'RS256';
}

function leftHalf(hash: Buffer): string {
  return hash.subarray(0, hash.length / 2).toString('base64url');
}

function encodeLink({ no, n }: GrantLink): Buffer {
  const bytes = Buffer.alloc(LINK_BYTES);
  bytes.writeBigUInt64BE(BigInt(no));
  bytes.writeUInt32BE(n, 8);
  return bytes;
}

function decodeLink(bytes: Buffer): Pick<GrantLink, 'no' | 'n'> {
  return { no: Number(bytes.readBigUInt64BE()), n: bytes.readUInt32BE(8) };
}
