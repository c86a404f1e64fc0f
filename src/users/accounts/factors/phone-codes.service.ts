// Codes to phones: each message costs the operator money, so besides the limits of all codes there are limits per number and organization.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { SmsOutbox } from '../../../common/sms/sms-outbox.service.js';
import { AccountMails } from '../mails/account-mails.js';
import { MailedCodes, type ProvenCode } from '../mailed-codes.service.js';
import { readerOf } from '../mails/recipient.js';
import type { CodePurpose } from '../../authentication/mailed-codes/mailed-codes.repository.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { People } from '../../directory/people/people.service.js';
import { atMost } from '../../organizations/attempts/attempt-rules.js';
import { Attempts, type Counter } from '../../organizations/attempts/attempts.service.js';

const DAY_S = 86_400;
/** Over all people with the number, for each purpose: setting up another person's number must not use up the codes its owner needs to sign in. */
const MAX_OF_NUMBER = 10;
/** Prevents one organization from using up the budget of all; also for each purpose. */
const MAX_OF_ORGANIZATION = 2_000;

export interface PhoneCode {
  id: string;
  userNo: number;
  purpose: Extract<CodePurpose, 'phone' | 'smsFactor'>;
  /** E.164, with `+`. */
  phone: string;
}

@Injectable()
export class PhoneCodes {
  constructor(
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly codes: MailedCodes,
    private readonly attempts: Attempts,
    private readonly mails: AccountMails,
    private readonly outbox: SmsOutbox,
    private readonly keyring: Keyring,
  ) {}

  get isAvailable(): boolean {
    return this.outbox.isAvailable;
  }

  newHandle(): string {
    return this.codes.newHandle();
  }

  /** Sends a code as part of `tx`, which runs inside `again`; silently sends none if a limit is reached. */
  async issue(tx: Transaction, { id, userNo, purpose, phone }: PhoneCode): Promise<void> {
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    if (!organization || !this.isAvailable) return;
    const code = await this.codes.issueCode(tx, { id, userNo, purpose, address: phone });
    if (code && (await this.isWithinLimits(tx, { purpose, phone }, organization.no)))
      await this.outbox.enqueueSms(tx, { to: phone, text: this.mails.codeAsText(readerOf(person, organization), code.code) });
  }

  verify(handle: string, purpose: PhoneCode['purpose'], code: string): Promise<ProvenCode | undefined> {
    return this.codes.verifyCode(handle, purpose, code);
  }

  redeem(tx: Transaction, proven: ProvenCode): Promise<boolean> {
    return this.codes.redeem(tx, proven);
  }

  private async isWithinLimits(tx: Transaction, { purpose, phone }: Pick<PhoneCode, 'purpose' | 'phone'>, orgNo: number): Promise<boolean> {
    const counter = (text: string, limit: number): Counter => ({
      key: keyedDigests(this.keyring, 'sms', `${purpose} ${text}`)[0],
      rule: atMost(limit, DAY_S),
      userNo: 0,
    });
    const counters = [counter(`number ${phone}`, MAX_OF_NUMBER), counter(`organization ${orgNo}`, MAX_OF_ORGANIZATION)];
    return (await this.attempts.takeIn(tx, counters)).kind === 'taken';
  }
}
