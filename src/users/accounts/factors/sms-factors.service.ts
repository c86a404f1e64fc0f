// Codes by text message as a second factor, if a policy allows them and the service can send them. They go to a number proven by a code, by the rules
// of mailed codes.
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { newId } from '../../../common/primitives/ids.js';
import { FactorSources } from '../../authentication/assurance/factor-sources.js';
import type { CodePurpose } from '../../authentication/mailed-codes/mailed-codes.repository.js';
import { again } from '../../organizations/attempts/attempts.service.js';
import { FactorChecks, type FactorVerdict } from './factor-checks.service.js';
import { Factors, type FactorOwner } from './factors.service.js';
import { PhoneCodes } from './phone-codes.service.js';
import { SmsFactorsRepository, type StoredPhone } from './sms-factors.repository.js';

/** `has`: the person has a number already. `over`: the person has changed since the last check. */
export type PhoneOutcome = 'done' | 'wrong' | 'has' | 'over';

/** E.164, after the removal of separators. */
const NUMBER = /^\+[1-9]\d{6,14}$/;
const SEPARATORS = /[\s().\u2010-\u2015/-]/gu;
const SHOWN_DIGITS = 4;

/** A typed number in the form of E.164; undefined if it is not a number. */
export function readPhone(typed: string): string | undefined {
  const number = typed.replace(SEPARATORS, '').replace(/^00/, '+');
  return NUMBER.test(number) ? number : undefined;
}

@Injectable()
export class SmsFactors {
  constructor(
    private readonly repository: SmsFactorsRepository,
    private readonly codes: PhoneCodes,
    private readonly factors: Factors,
    private readonly checks: FactorChecks,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(FactorSources) sources: FactorSources,
  ) {
    sources.register({
      list: async (query, userNo) => {
        const stored = await repository.find(userNo, query);
        if (!stored) return [];
        const { id, phone, createdUs, usedUs } = stored;
        return [{ id, kind: 'sms', name: `…${phone.slice(-SHOWN_DIGITS)}`, createdUs, lastUsedUs: usedUs }];
      },
      remove: (tx, userNo, id) => repository.remove(tx, userNo, id),
      kept: {
        name: 'sms',
        read: async (tx, userNo) => [(await repository.find(userNo, tx)) ?? []].flat(),
        insert: async (tx, _, rows) => {
          for (const row of rows as StoredPhone[]) await repository.insert(tx, row);
        },
      },
    });
  }

  /** Whether the service can send text messages. */
  get isAvailable(): boolean {
    return this.codes.isAvailable;
  }

  /** Sends a code to a number to be proven. @returns the handle of the page where it is typed, in every case */
  begin(owner: FactorOwner, phone: string): Promise<string> {
    return this.issue(owner, 'phone', phone);
  }

  /** Stores the number that the code was sent to, if the code is right. */
  async confirm(owner: FactorOwner, handle: string, code: string): Promise<PhoneOutcome> {
    const proven = await this.codes.verify(handle, 'phone', code);
    if (proven?.userNo !== owner.userNo) return 'wrong';
    const row = { userNo: owner.userNo, id: newId(), phone: proven.address, createdUs: this.clock.nowUs(), usedUs: undefined };
    let [has, isUsed] = [false, false];
    const added = await this.factors.add(owner, 'sms', async (tx) => {
      isUsed = !(await this.codes.redeem(tx, proven));
      has = !isUsed && !(await this.repository.insert(tx, row));
      return !isUsed && !has;
    });
    if (added) return 'done';
    if (isUsed) return 'wrong';
    return has ? 'has' : 'over';
  }

  /** Sends a code to the person's number, at most five an hour. @returns the handle of the page where it is typed, in every case */
  async send(owner: FactorOwner): Promise<string> {
    const stored = await this.repository.find(owner.userNo);
    return this.issue(owner, 'smsFactor', stored?.phone);
  }

  /** Checks a code and uses it up. Each handle has five tries, and all kinds of factors of the person share one counter. */
  async check(person: FactorOwner, handle: string, code: string, address: string): Promise<FactorVerdict> {
    const proven = await this.codes.verify(handle, 'smsFactor', code);
    return this.checks.check({ person, kind: 'sms', address }, async (tx) => {
      if (proven?.userNo !== person.userNo || !(await this.codes.redeem(tx, proven))) return false;
      // The number may have been replaced since the code was sent.
      if ((await this.repository.find(person.userNo, tx))?.phone !== proven.address) return false;
      await this.repository.noteUse(tx, person.userNo, this.clock.nowUs());
      return true;
    });
  }

  private async issue({ userNo }: FactorOwner, purpose: CodePurpose & ('phone' | 'smsFactor'), phone: string | undefined): Promise<string> {
    const id = this.codes.newHandle();
    if (phone === undefined) return id;
    await again(() => this.database.write('text a code', (tx: Transaction) => this.codes.issue(tx, { id, userNo, purpose, phone })));
    return id;
  }
}
