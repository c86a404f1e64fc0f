// The ceremonies of WebAuthn level 3: the options for a browser, and the verification of its response (sections 7.1 and 7.2).
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { equalSecrets } from '../../../common/crypto/digest.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import { Clock } from '../../../common/primitives/clock.js';
import { newId } from '../../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { readAnswer } from './answer.js';
import { authenticatorName } from './authenticators.js';
import { CHALLENGE_SECONDS, PasskeyChallenges, type ChallengeScope } from './passkey-challenges.service.js';
import { PasskeysRepository, type Passkey } from './passkeys.repository.js';
import { relyingPartyOf, type RelyingParty } from './relying-party.js';

/** EdDSA, ES256 and RS256 (COSE): every authenticator in use supports one of them. */
const ALGORITHMS = [-8, -7, -257];
/** WebAuthn section 5.4.3: at most 64 bytes, random, without personal data. */
const HANDLE_BYTES = 64;

/** `passkey` signs in without a password; `securityKey` need not verify its user. */
export type KeyUse = 'passkey' | 'securityKey';

/** The person whose key is requested. */
export interface AskedHolder {
  userNo: number;
  /** For `securityKey`, any key of the person is accepted. */
  use: KeyUse;
}

/** The person who gets a new key. */
export interface NewKeyHolder {
  userNo: number;
  /** As shown by authenticators. */
  loginName: string;
  displayName: string;
  /** The name of the account's organization. */
  organization: string;
}

/** What is sent to the browser as JSON (WebAuthn sections 5.1.8 and 5.1.9). */
export type CeremonyOptions = object;

/** A response with the right signature, challenge, origin, owner and flags. The caller has to check the counter, in the unit that updates the row. */
export interface ProvenKey {
  passkey: Passkey;
  counter: number;
  backedUp: boolean;
}

/** Loaded at the first ceremony, because it and its certificate parsers take a few megabytes. */
const library = () => import('@simplewebauthn/server');

@Injectable()
export class Ceremonies {
  private readonly relyingParty: RelyingParty | undefined;

  constructor(
    private readonly repository: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.relyingParty = relyingPartyOf(settings);
  }

  /** Whether browsers support WebAuthn at the public URL. */
  get isAvailable(): boolean {
    return this.relyingParty !== undefined;
  }

  /** Requests any passkey of this domain, or a key of a given person. @returns undefined if WebAuthn is not available */
  async requestOptions(scope: ChallengeScope, asked?: AskedHolder): Promise<CeremonyOptions | undefined> {
    if (!this.relyingParty) return undefined;
    const all = asked ? await this.repository.listOfUser(asked.userNo) : [];
    const keys = asked?.use === 'securityKey' ? all : all.filter(({ passwordless }) => passwordless);
    const options = await (
      await library()
    ).generateAuthenticationOptions({
      rpID: this.relyingParty.id,
      timeout: CHALLENGE_SECONDS * 1_000,
      allowCredentials: keys.map(descriptorOf),
      userVerification: asked?.use === 'securityKey' ? 'discouraged' : 'required',
    });
    await this.challenges.issue(scope, options.challenge, asked?.userNo);
    return options;
  }

  /** Requests a new key, on an authenticator without one of this person's keys. @returns undefined if WebAuthn is not available */
  async creationOptions(scope: ChallengeScope, holder: NewKeyHolder, use: KeyUse): Promise<CeremonyOptions | undefined> {
    if (!this.relyingParty) return undefined;
    const keys = await this.repository.listOfUser(holder.userNo);
    const options = await (
      await library()
    ).generateRegistrationOptions({
      rpName: holder.organization,
      rpID: this.relyingParty.id,
      userID: new Uint8Array(Buffer.from(await this.handleOf(holder.userNo), 'base64url')),
      userName: holder.loginName,
      userDisplayName: holder.displayName,
      timeout: CHALLENGE_SECONDS * 1_000,
      attestationType: 'none',
      excludeCredentials: keys.map(descriptorOf),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection:
        use === 'passkey'
          ? { residentKey: 'required', userVerification: 'required' }
          : { residentKey: 'discouraged', userVerification: 'discouraged' },
    });
    await this.challenges.issue(scope, options.challenge, holder.userNo);
    return options;
  }

  /**
   * Verifies the response to {@link creationOptions} and uses its challenge up.
   * @returns the key, not stored yet; undefined for a response that is malformed, late, repeated, or not for this place, person and origin
   */
  async verifyCreation(scope: ChallengeScope, text: string, userNo: number, use: KeyUse): Promise<Passkey | undefined> {
    const answer = readAnswer<RegistrationResponseJSON>(text);
    const taken = answer && (await this.challenges.take(scope, answer.challenge));
    if (!this.relyingParty || !answer || taken?.userNo !== userNo) return undefined;
    const verified = await (
      await library()
    )
      .verifyRegistrationResponse({
        response: answer.json,
        expectedChallenge: answer.challenge,
        expectedOrigin: this.relyingParty.origin,
        expectedRPID: this.relyingParty.id,
        requireUserVerification: use === 'passkey',
        supportedAlgorithmIDs: ALGORITHMS,
      })
      .catch(() => undefined);
    if (!verified?.verified) return undefined;
    const { aaguid, credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
    return {
      id: newId(),
      userNo,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      aaguid,
      transports: answer.transports,
      synced: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      passwordless: use === 'passkey',
      name: authenticatorName(aaguid) ?? '',
      createdUs: this.clock.nowUs(),
      lastUsedUs: undefined,
    };
  }

  /** The key that a response claims to be from; nothing is proven yet. */
  async findClaimed(text: string): Promise<Passkey | undefined> {
    const answer = readAnswer<AuthenticationResponseJSON>(text);
    return answer && this.repository.findByCredential(answer.json.id);
  }

  /**
   * Verifies the response to {@link requestOptions} and uses its challenge up.
   * @param passkey from {@link findClaimed}
   * @param asked as in the request; undefined: the key identifies the person
   * @returns undefined for a response that is malformed, late, repeated, wrongly signed, or not for this place, owner and origin
   */
  async verifyAnswer(scope: ChallengeScope, text: string, passkey: Passkey, asked?: AskedHolder): Promise<ProvenKey | undefined> {
    const answer = readAnswer<AuthenticationResponseJSON>(text);
    const taken = answer && (await this.challenges.take(scope, answer.challenge));
    if (!this.relyingParty || !answer || !taken || taken.userNo !== asked?.userNo) return undefined;
    const needsVerification = asked?.use !== 'securityKey';
    if (needsVerification && !passkey.passwordless) return undefined;
    // Section 7.2, step 6: the key belongs to the given person, or the response contains its owner's handle.
    if (asked && passkey.userNo !== asked.userNo) return undefined;
    if (!(await this.isHolder(passkey.userNo, answer.json.response.userHandle, !asked))) return undefined;
    const verified = await (
      await library()
    )
      .verifyAuthenticationResponse({
        response: answer.json,
        expectedChallenge: answer.challenge,
        expectedOrigin: this.relyingParty.origin,
        expectedRPID: this.relyingParty.id,
        requireUserVerification: needsVerification,
        // Not the stored counter: the library checks it before the signature, so that strangers could make a key look copied.
        credential: { id: passkey.credentialId, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
      })
      .catch(() => undefined);
    if (!verified?.verified) return undefined;
    const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
    // Section 7.2, step 18: whether a key can be on several devices is fixed when it is created.
    if ((credentialDeviceType === 'multiDevice') !== passkey.synced) return undefined;
    return { passkey, counter: newCounter, backedUp: credentialBackedUp };
  }

  private async isHolder(userNo: number, claimed: string | undefined, isNeeded: boolean): Promise<boolean> {
    if (!claimed) return !isNeeded;
    const handle = await this.repository.findHandle(userNo);
    return handle !== undefined && equalSecrets(handle, claimed);
  }

  /** Created when it is first needed. */
  private async handleOf(userNo: number): Promise<string> {
    const known = await this.repository.findHandle(userNo);
    if (known !== undefined) return known;
    const handle = randomBytes(HANDLE_BYTES).toString('base64url');
    try {
      await this.database.write('make user handle', (tx) => this.repository.insertHandle(tx, userNo, handle));
      return handle;
    } catch (error) {
      // A concurrent request created one.
      const first = error instanceof DuplicateKeyError ? await this.repository.findHandle(userNo) : undefined;
      if (first === undefined) throw error;
      return first;
    }
  }
}

function descriptorOf({ credentialId, transports }: Passkey): { id: string; transports: string[] } {
  return { id: credentialId, transports };
}
