// What a person has to show before a link sets up a factor, and which factors may be set up.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query } from '../../../common/database/transaction.js';
import type { FactorKind } from '../../authentication/assurance/checks.js';
import { FactorStatesRepository } from '../../authentication/assurance/factor-states.repository.js';
import { Ceremonies } from '../../authentication/passkeys/ceremonies.service.js';
import { Passwords } from '../../authentication/passwords/passwords.service.js';
import { PersonPolicies } from '../../authentication/assurance/person-policies.service.js';
import { PhoneCodes } from './phone-codes.service.js';

export interface Enrolment {
  /** Whether the person already has a first factor that the current policy allows: it is required first. */
  hasFirst: boolean;
  /** The kinds that may be set up. A person without any factor sets up a passkey, which is enough to sign in. */
  kinds: readonly FactorKind[];
}

@Injectable()
export class Enrolments {
  constructor(
    private readonly policies: PersonPolicies,
    private readonly passwords: Passwords,
    private readonly states: FactorStatesRepository,
    private readonly ceremonies: Ceremonies,
    private readonly phoneCodes: PhoneCodes,
    private readonly database: Database,
  ) {}

  async of({ no, orgNo }: { no: number; orgNo: number }, query: Query = this.database.query): Promise<Enrolment> {
    const policy = await this.policies.of('assurance', { userNo: no, orgNo });
    const { kinds: own } = await this.states.findState(no);
    const passkeysCount = this.ceremonies.isAvailable && policy.passkeys !== 'off';
    const byPassword = policy.passwordAllowed && (await this.passwords.isSet(no, query));
    const hasFirst = byPassword || (passkeysCount && own.includes('passkey'));
    const passkey: FactorKind[] = passkeysCount ? ['passkey'] : [];
    if (!hasFirst) return { hasFirst, kinds: passkey };
    const seconds = policy.secondFactor === 'off' ? [] : policy.factors;
    const mayAdd: Partial<Record<FactorKind, boolean>> = {
      securityKey: this.ceremonies.isAvailable,
      totp: !own.includes('totp'),
      sms: this.phoneCodes.isAvailable && !own.includes('sms'),
    };
    return { hasFirst, kinds: [...passkey, ...seconds.filter((kind) => mayAdd[kind])] };
  }
}
