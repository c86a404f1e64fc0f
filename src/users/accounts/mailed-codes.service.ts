// Codes that prove who reads an address: made here, mailed by whoever asked, each good for one use.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { equalSecrets } from '../../common/crypto/digest.js';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { newSecret } from '../../common/primitives/ids.js';
import type { CodeToMail } from './account-mails.js';
import { atMost } from '../sign-in-attempts/attempt-rules.js';
import { Attempts } from '../sign-in-attempts/attempts.service.js';
import { newCode, readCode } from './code-text.js';
import { MailedCodesRepository, type CodePurpose } from '../mailed-codes/mailed-codes.repository.js';

/** How long a code is good for. */
export const CODE_SECONDS: Readonly<Record<CodePurpose, number>> = {
  verifyEmail: 86_400,
  resetPassword: 3_600,
  invitation: 7 * 86_400,
  changeEmail: 3_600,
  registration: 3_600,
};

/** Codes of one user and purpose in an hour: each is a mail in somebody's box, and each ends the one before. */
const MAX_PER_HOUR = 5;
const HOUR_S = 3_600;
const MAX_TRIES = 5;
const HANDLE_BYTES = 16;

/** A code to be made. Without a user or an applicant it is the handle of somebody nobody knows, which no code fits. */
export interface CodeRequest {
  userNo: number | undefined;
  purpose: CodePurpose;
  address: string;
  /** Names somebody who is no user yet and proves an address; codes are counted by it. */
  applicant?: string;
  /** The handle, where it was given out before; otherwise made here. */
  id?: string;
}

/** An applicant knew the code; it is not used up yet. */
export interface ProvenAddress {
  id: string;
  /** The address it was mailed to. */
  address: string;
}

/** Somebody knew the code; it is not used up yet. */
export interface ProvenCode extends ProvenAddress {
  userNo: number;
}

@Injectable()
export class MailedCodes {
  constructor(
    private readonly repository: MailedCodesRepository,
    private readonly attempts: Attempts,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A handle that leads to nothing yet; in form like every other. */
  newHandle(): string {
    return newSecret(HANDLE_BYTES);
  }

  /**
   * Makes a code, as part of `tx`, which runs inside of `again`; earlier ones of the user for the purpose end.
   * @returns undefined for nobody, and when the user had enough of them within the hour: the caller says nothing else then
   */
  async issue(
    tx: Transaction,
    { userNo, purpose, address, applicant, id = this.newHandle() }: CodeRequest,
  ): Promise<CodeToMail | undefined> {
    const now = this.clock.nowUs();
    const row = { id, purpose, address, createdUs: now, expiresUs: now + CODE_SECONDS[purpose] * 1_000_000 };
    const counted = userNo ?? applicant;
    if (counted === undefined || !(await this.mayHaveAnother(tx, counted, purpose))) {
      // A handle that no code fits, and that is not told from one of somebody: a wrong code costs the same.
      await this.repository.insert(tx, { ...row, userNo: undefined, digest: newSecret() });
      return undefined;
    }
    if (userNo !== undefined) await this.repository.endOfUser(tx, userNo, [purpose], now);
    const code = newCode();
    await this.repository.insert(tx, { ...row, userNo, digest: digestsOf(this.keyring, id, code)[0] });
    return { id, code };
  }

  private async mayHaveAnother(tx: Transaction, counted: number | string, purpose: CodePurpose): Promise<boolean> {
    const key = keyedDigests(this.keyring, 'code', `${counted} ${purpose}`)[0];
    return (await this.attempts.takeIn(tx, [{ key, rule: atMost(MAX_PER_HOUR, HOUR_S), userNo: 0 }])).kind === 'taken';
  }

  /**
   * Whether somebody knows a code. The try is counted, durably, before anything is compared; a right one is taken back, so that whoever
   * knows the code may mistype a new password. An unknown handle costs what a wrong code does.
   * @returns undefined for a code that is wrong, used, replaced, expired or was tried too often, without a difference
   */
  async verify(id: string, purpose: CodePurpose, typed: string): Promise<ProvenCode | undefined> {
    const proven = await this.prove(id, purpose, typed);
    return proven?.userNo === undefined ? undefined : { ...proven, userNo: proven.userNo };
  }

  /** The same for somebody who is no user yet. */
  async verifyApplicant(id: string, purpose: CodePurpose, typed: string): Promise<ProvenAddress | undefined> {
    const proven = await this.prove(id, purpose, typed);
    return proven && proven.userNo === undefined ? proven : undefined;
  }

  private async prove(
    id: string,
    purpose: CodePurpose,
    typed: string,
  ): Promise<(ProvenAddress & { userNo: number | undefined }) | undefined> {
    const found = await this.database.write('count code try', (tx) =>
      this.repository.countTry(tx, { id, purpose, maxTries: MAX_TRIES, nowUs: this.clock.nowUs() }),
    );
    const fits = digestsOf(this.keyring, id, typed).map((digest) => equalSecrets(digest, found?.digest ?? ''));
    if (!found || !fits.includes(true)) return undefined;
    await this.database.write('take code try back', (tx) => this.repository.giveTryBack(tx, id));
    return { id, userNo: found.userNo, address: found.address };
  }

  /** Uses a code up, as part of the unit of work that does what it was for. @returns false when somebody else did, or it ended meanwhile */
  redeem(tx: Transaction, { id }: ProvenAddress): Promise<boolean> {
    return this.repository.end(tx, id, this.clock.nowUs());
  }
}

function digestsOf(keyring: Keyring, id: string, typed: string): [string, ...string[]] {
  return keyedDigests(keyring, 'mailed-code', `${id} ${readCode(typed)}`);
}
