// Issues ID tokens that come with an access token, and verifies ID tokens that clients send back.
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import { uniqueBytes } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients, signingAlgorithmOf, type ApplicationRecord, type ClientRecord } from '../clients/clients.service.js';
import { keyIdOf, signJws, verifyJws, type SigningAlgorithm } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { actClaim } from './content/actors.js';
import { holderOfGrant, linkTo, type Holder } from './grant-holder.js';
import { GrantsRepository, type Grant } from './stored/grants.repository.js';
import { Lifetimes } from './lifetimes.service.js';
import { TokenCheck } from './token-check.service.js';
import type { GrantLink, TokenContent } from './content/token-content.js';

/** The data that the end session endpoint needs from an ID token. */
export interface IdTokenHint {
  clientId: string;
  /** The user who signed in; absent if the token was issued to an actor. */
  sub?: string;
}

const SKEW_SECONDS = 5;
/** Length of an identifier, not of a secret. */
const JTI_BYTES = 16;
/** The private claim, the same as in access tokens. */
const OWN = 'gatehouse';
/** The bytes of a grant's number and a refresh's number; the JSON of any owner is longer. */
const LINK_BYTES = 12;

/** The hash of each signature algorithm (OpenID Connect Core section 3.1.3.6; Ed25519 uses SHA-512). */
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
   * Issues an ID token for the token endpoint. The library creates those given by redirect, in the same form.
   * @param claims `sub` and what is known about the sign-in; undefined claims are left out
   * @param untilSeconds the latest expiry (seconds since 1970 UTC)
   * @param accessToken the accompanying access token, for `at_hash` (OpenID Connect Core section 3.1.3.6)
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
   * The sealed data by which a later check finds the owner of an ID token. For a person, the `jti` names the authorization, whose row has
   * the rest. It differs each time (RFC 7519 section 4.1.7). Data without such a row is in a claim of its own.
   */
  holderClaims(holder: Holder): { jti: string; [OWN]?: string } {
    const { grant, kind, exchanged } = holder;
    if (kind === 'person' && grant && !exchanged) return { jti: this.keyring.sealName('token-holder', encodeLink(grant)) };
    const sealed = this.keyring.sealToken('token-holder', Buffer.from(JSON.stringify(holder)));
    return { jti: uniqueBytes(JTI_BYTES).toString('base64url'), [OWN]: sealed };
  }

  /** @property grant the authorization's row, if it was read */
  private async findHolder({ jti, [OWN]: own }: JWTPayload): Promise<{ holder: Holder; grant?: Grant } | undefined> {
    // Builds up to e209dfc sealed every owner in `jti`.
    const sealed = typeof own === 'string' ? own : jti;
    const content = typeof sealed === 'string' ? await this.keyring.open('token-holder', sealed) : undefined;
    if (content?.length !== LINK_BYTES) return content && { holder: JSON.parse(content.toString()) as Holder };
    const { no, n } = decodeLink(content);
    const grant = await this.grants.findByNo(no);
    return grant && { holder: { ...holderOfGrant(grant), grant: { ...linkTo(grant), n } }, grant };
  }

  /**
   * Treats an ID token of this service as the access token its client could have had: valid for that client, and ended by the same events.
   * @param reader accepts only tokens of this application and of others of its project
   * @returns with the row of its authorization, if it was read; undefined for any other value, and for a token that is no longer valid
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
   * The user of an ID token of this service, and the client it was issued to. The token may be expired, and its key may be retired (OpenID
   * Connect RP-Initiated Logout 1.0 section 2).
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

  /** Reads an ID token signed by this service. Other tokens signed with the same keys say so in `typ` (RFC 8725 section 3.11). */
  private async read(value: string): Promise<JWTPayload | undefined> {
    const kid = keyIdOf(value) ?? '';
    const key = (await this.signingKeys.recentKeys()).verifiers.get(kid);
    const { header, payload } = (key && verifyJws(value, key)) ?? { header: {}, payload: {} };
    return header['typ'] === undefined && payload['iss'] === this.settings.publicUrl ? payload : undefined;
  }
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
