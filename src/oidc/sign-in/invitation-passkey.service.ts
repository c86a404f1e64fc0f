// The passkey that an invited person may create on the invitation page, if browsers have WebAuthn there and the organization allows it.
import { Injectable } from '@nestjs/common';
import type { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { PasskeyInvitation } from '../../users/accounts/factors/passkey-invitation.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { Ceremonies, type CeremonyOptions } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { shownName } from '../../users/directory/people/person/person.js';

/** The fields in the link or the form of an invitation. */
interface Proof {
  id: string;
  code: string;
}

/** A person with a valid invitation. */
export type Invited = NonNullable<Awaited<ReturnType<CodeHolder['proveCode']>>>;

@Injectable()
export class InvitationPasskey {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly passkeyInvitation: PasskeyInvitation,
    private readonly recovery: RecoveryCodes,
  ) {}

  /** @returns undefined if no passkey is allowed */
  async optionsFor(proof: Proof, { person, organization, loginName }: Invited): Promise<CeremonyOptions | undefined> {
    if (!(await this.passkeyInvitation.isAllowed(person))) return undefined;
    const holder = { userNo: person.no, loginName, displayName: shownName(person) || loginName, organization: organization.name };
    return this.ceremonies.creationOptions(placeOf(proof), holder, 'passkey');
  }

  /**
   * @returns the recovery codes for the passkey. After `notAccepted`, and after `known` for a registered key, the invitation is valid for
   * another try.
   */
  async accept(
    proof: Proof,
    { person }: Invited,
    answer: string,
  ): Promise<{ kind: 'done'; codes: readonly string[] } | { kind: 'known' | 'notAccepted' | 'wrongCode' }> {
    const passkey = await this.ceremonies.verifyCreation(placeOf(proof), answer, person.no, 'passkey');
    if (!passkey) return { kind: 'notAccepted' };
    const outcome = await this.passkeyInvitation.finish(proof.id, proof.code, passkey);
    if (outcome.kind !== 'done') return outcome;
    return { kind: 'done', codes: await this.recovery.makeFirst({ ...outcome, generation: person.tokenGeneration }) };
  }
}

/** A person with this link may have no cookie, so the secret in the link identifies the browser. */
function placeOf({ id, code }: Proof): ChallengeScope {
  return { purpose: 'add', browser: secretDigest(code), at: `invitation ${id}` };
}
