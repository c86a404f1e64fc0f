// The ways besides a password in which an invited person may accept: a passkey, if browsers have WebAuthn there and the organization allows it, and
// identity providers that sign in people who were invited.
import { Injectable } from '@nestjs/common';
import type { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { PasskeyInvitation } from '../../users/accounts/factors/passkey-invitation.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { Ceremonies, type CeremonyOptions } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import type { Passkey } from '../../users/authentication/passkeys/passkeys.repository.js';
import { shownName } from '../../users/directory/people/person/person.js';
import { providerButton, type ProviderButton } from '../pages/layout/provider-buttons.view.js';
import { providerSignInPath } from '../protocol/endpoints.js';

/** The fields in the link or the form of an invitation. */
interface Proof {
  id: string;
  code: string;
}

/** A person with a valid invitation. */
export type Invited = NonNullable<Awaited<ReturnType<CodeHolder['proveCode']>>>;

@Injectable()
export class InvitationWays {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly passkeyInvitation: PasskeyInvitation,
    private readonly recovery: RecoveryCodes,
    private readonly providers: IdentityProviders,
  ) {}

  /** Buttons of the identity providers. Each finds the invitation by the address that it proves. */
  async providersFor({ organization }: Invited): Promise<ProviderButton[]> {
    const offered = await this.providers.forInvitations(organization.no);
    return offered.map((provider) => providerButton(providerSignInPath(provider.id, organization.id), provider));
  }

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
  ): Promise<{ kind: 'done'; codes: readonly string[]; passkey: Passkey } | { kind: 'known' | 'notAccepted' | 'wrongCode' }> {
    const passkey = await this.ceremonies.verifyCreation(placeOf(proof), answer, person.no, 'passkey');
    if (!passkey) return { kind: 'notAccepted' };
    const outcome = await this.passkeyInvitation.finish(proof.id, proof.code, passkey);
    if (outcome.kind !== 'done') return outcome;
    return { kind: 'done', passkey, codes: await this.recovery.makeFirst({ ...outcome, generation: person.tokenGeneration }) };
  }
}

/** A person with this link may have no cookie, so the secret in the link identifies the browser. */
function placeOf({ id, code }: Proof): ChallengeScope {
  return { purpose: 'add', browser: secretDigest(code), at: `invitation ${id}` };
}
