import { Flag, HexColour, Whole } from '../../common/http/fields.js';
import type {
  DomainPolicy,
  ImpersonationPolicy,
  LockoutPolicy,
  LookPolicy,
  PasswordPolicy,
  RegistrationPolicy,
  RemovedPeoplePolicy,
  SignInPolicy,
} from '../../users/policies/policies.service.js';

const optional = true;

export class PasswordPolicyBody implements Partial<PasswordPolicy> {
  @Whole(1, 64, { description: 'characters at least', optional }) minLength?: number;
  @Flag({ description: 'requires a lower-case letter', optional }) lower?: boolean;
  @Flag({ description: 'requires an upper-case letter', optional }) upper?: boolean;
  @Flag({ description: 'a digit is needed', optional }) digit?: boolean;
  @Flag({ description: 'a symbol is needed', optional }) symbol?: boolean;
}

export class RegistrationPolicyBody implements Partial<RegistrationPolicy> {
  @Flag({ description: 'whether people may register by themselves', optional }) enabled?: boolean;
}

export class DomainPolicyBody implements Partial<DomainPolicy> {
  @Flag({ description: 'whether login names are userName@primaryDomain; otherwise they are the userName alone', optional })
  userLoginMustBeDomain?: boolean;
}

export class LockoutPolicyBody implements Partial<LockoutPolicy> {
  @Whole(0, 1_000, { description: 'wrong passwords in a row that lock the name; 0: never', optional }) maxAttempts?: number;
  @Whole(1, 86_400, { description: 'seconds a lock lasts', optional }) lockSeconds?: number;
}

export class LookPolicyBody implements Partial<LookPolicy> {
  @HexColour({ description: 'colour of buttons and links; its shade is adapted to be readable', optional }) accent?: string;
  @Flag({ description: "whether the pages show the organization's name", optional }) showName?: boolean;
}

export class SignInPolicyBody implements Partial<SignInPolicy> {
  @Flag({ description: 'whether people provisioned without a password are invited by mail to choose one', optional })
  inviteProvisioned?: boolean;
}

export class RemovedPeoplePolicyBody implements Partial<RemovedPeoplePolicy> {
  @Whole(0, 30, { description: 'days in which people who were removed can come back; 0: they are gone at once', optional })
  days?: number;
}

export class ImpersonationPolicyBody implements ImpersonationPolicy {
  @Flag({ description: 'whether a token exchange may name an actor' }) enabled: boolean;
}
