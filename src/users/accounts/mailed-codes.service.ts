// Codes that prove who reads an address: made here, mailed by whoever asked, each good for one use.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { isKeyedProof, keyedDigests, keyedProof } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import { newSecret } from '../../common/primitives/ids.js';
import type { CodeToMail } from './account-mails.js';
import { atMost } from '../sign-in-attempts/attempt-rules.js';
import { Attempts, type Counter, type MustWait } from '../sign-in-attempts/attempts.service.js';
import { networkOf } from '../sign-in-attempts/client-network.js';
import { Memberships } from '../memberships/memberships.service.js';
import { NO_USER } from '../people/person.js';
import { newCode, readCode } from './code-text.js';
import { MailedCodesRepository, type CodePurpose, type LivingCode } from '../mailed-codes/mailed-codes.repository.js';

/** Lifetime of a code. */
export const CODE_SECONDS: Readonly<Record<CodePurpose, number>> = {
  verifyEmail: 86_400,
  resetPassword: 3_600,
  invitation: 7 * 86_400,
  changeEmail: 3_600,
  registration: 3_600,
  secondFactor: 600,
  factorLink: 86_400,
  phone: 600,
  smsFactor: 600,
};

/** Codes that one asker gets mailed to one user for a purpose in an hour. */
const MAX_PER_HOUR = 5;
/** The same over all askers: it bounds what strangers can send into somebody's box. Codes that were mailed stay good meanwhile. */
const MAX_PER_HOUR_OF_ALL = 20;
const HOUR_S = 3_600;
/** Guesses at one handle. */
const MAX_TRIES = 5;
const HANDLE_BYTES = 16;
/** Of proofs: a short code, whose proof is stored, and what the link of a handle carries, of which nothing is. */
const CODE = 'mailed-code';
const LINK = 'mailed-link';
const SECRET_FORM = /^[\w-]{43}$/;

/** Anybody may ask for these in somebody's name, so a further request neither ends an earlier code nor waits for its end. */
const ASKED_BY_ANYBODY: ReadonlySet<CodePurpose> = new Set(['resetPassword']);

/** Administrators give these: each is valid as long as the giver has every permission of the person, who may have got roles since. */
const GIVEN: ReadonlySet<CodePurpose> = new Set(['factorLink', 'invitation']);

/** A code to be made. Without a user or an applicant it is the handle of somebody nobody knows, which no code fits. */
export interface CodeRequest {
  userNo: number | undefined;
  purpose: CodePurpose;
  address: string;
  /** Names somebody who is no user yet and proves an address; codes are counted by it. */
  applicant?: string;
  /** The IP address of whoever asks, where that may be a stranger. */
  asker?: string;
  /** The handle, where it was given out before; otherwise made here. */
  id?: string;
  /** The number of the administrator who gives it. */
  givenBy?: number;
}

/** An applicant knew the code; it is not used up yet. */
export interface ProvenAddress {
  id: string;
  purpose: CodePurpose;
  /** The address it was mailed to. */
  address: string;
}

/** Which code is used up. */
type UsedCode = Pick<ProvenAddress, 'id' | 'purpose'>;

/** Somebody knew the code; it is not used up yet. */
export interface ProvenCode extends ProvenAddress {
  userNo: number;
}

@Injectable()
export class MailedCodes {
  constructor(
    private readonly repository: MailedCodesRepository,
    private readonly attempts: Attempts,
    private readonly memberships: Memberships,
    private readonly keyring: Keyring,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A handle that leads to nothing yet; in form like every other. */
  newHandle(): string {
    return newSecret(HANDLE_BYTES);
  }

  /**
   * Makes a code, as part of `tx`, which runs inside of `again`. Earlier ones of the user for the purpose end, unless strangers may ask too:
   * then each is good until it expires or one is used, and whatever is typed at any of the handles is compared with all of them.
   * @returns undefined for nobody, and when the asker had enough of them within the hour: the caller says nothing else then
   */
  async issueCode(tx: Transaction, request: CodeRequest): Promise<CodeToMail | undefined> {
    const { userNo, purpose, address, applicant, givenBy, id = this.newHandle() } = request;
    const now = this.clock.nowUs();
    const row = { id, purpose, address, givenBy, createdUs: now, expiresUs: now + CODE_SECONDS[purpose] * 1_000_000 };
    const isKnown = userNo !== undefined || applicant !== undefined;
    if (!isKnown || !(await this.mayHaveAnother(tx, request))) {
      // A handle with no code of its own, which is not told from any other: a wrong code costs the same.
      await this.repository.insertCode(tx, { ...row, userNo, digest: newSecret() });
      return undefined;
    }
    if (userNo !== undefined && !ASKED_BY_ANYBODY.has(purpose)) await this.repository.endOfUser(tx, userNo, [purpose], now);
    const code = newCode();
    await this.repository.insertCode(tx, { ...row, userNo, digest: await keyedProof(this.keyring, CODE, provenBy(id, code)) });
    return { id, code, secret: await keyedProof(this.keyring, LINK, id) };
  }

  /** Ends what a user was sent for a purpose, as part of `tx`. @returns whether there was anything */
  withdraw(tx: Transaction, userNo: number, purpose: CodePurpose): Promise<boolean> {
    return this.repository.endOfUser(tx, userNo, [purpose], this.clock.nowUs());
  }

  /** How long whoever asks has to wait for another code; counts nothing. @returns undefined when there is nothing to wait for */
  waitOf(tx: Transaction, request: CodeRequest): Promise<MustWait | undefined> {
    return this.attempts.waitOf(this.countersOf(request), tx);
  }

  private async mayHaveAnother(tx: Transaction, request: CodeRequest): Promise<boolean> {
    return (await this.attempts.takeIn(tx, this.countersOf(request))).kind === 'taken';
  }

  private countersOf({ userNo, applicant, purpose, asker }: CodeRequest): Counter[] {
    const counter = (text: string, limit: number): Counter => ({
      key: keyedDigests(this.keyring, 'code', text)[0],
      rule: atMost(limit, HOUR_S),
      userNo: 0,
    });
    const whose = `${userNo ?? applicant} ${purpose}`;
    if (asker === undefined) return [counter(whose, MAX_PER_HOUR)];
    return [counter(`${whose} ${networkOf(asker)}`, MAX_PER_HOUR), counter(whose, MAX_PER_HOUR_OF_ALL)];
  }

  /**
   * Whether somebody knows the code of a handle, or the secret of its link. The try of a code is counted, durably, before anything is compared; a right one is taken back, so that whoever
   * knows the code may mistype a new password. An unknown handle costs what a wrong code does.
   * @returns undefined for a code that is wrong, used, replaced, expired or was tried too often, without a difference
   */
  async verifyCode(id: string, purpose: CodePurpose, typed: string): Promise<ProvenCode | undefined> {
    const proven = await this.prove(id, purpose, typed);
    if (proven?.userNo === undefined) return undefined;
    if (!(await this.isStillCovered(this.database.query, { id: proven.id, purpose }))) return undefined;
    return { id: proven.id, purpose, address: proven.address, userNo: proven.userNo };
  }

  /** The same for somebody who is no user yet. */
  async verifyApplicant(id: string, purpose: CodePurpose, typed: string): Promise<ProvenAddress | undefined> {
    const proven = await this.prove(id, purpose, typed);
    return proven && proven.userNo === undefined ? { id: proven.id, purpose, address: proven.address } : undefined;
  }

  private async prove(id: string, purpose: CodePurpose, typed: string): Promise<LivingCode | undefined> {
    return SECRET_FORM.test(typed) ? this.proveBySecret(id, purpose, typed) : this.proveByCode(id, purpose, typed);
  }

  /** A link carries 256 bits, which nobody guesses: nothing is counted, and guesses of the short code do not end it. */
  private async proveBySecret(id: string, purpose: CodePurpose, secret: string): Promise<LivingCode | undefined> {
    const found = await this.repository.findLiving(this.database.query, id, purpose, this.clock.nowUs());
    return (await isKeyedProof(this.keyring, LINK, id, secret)) ? found : undefined;
  }

  private async proveByCode(id: string, purpose: CodePurpose, typed: string): Promise<LivingCode | undefined> {
    const candidates = await this.database.write('count code try', async (tx) => {
      const now = this.clock.nowUs();
      const own = await this.repository.countTry(tx, { id, purpose, maxTries: MAX_TRIES, nowUs: now });
      const living = await this.repository.livingOf(tx, own?.userNo ?? NO_USER, purpose, now);
      return own ? [own, ...living.filter((code) => code.id !== id)] : [];
    });
    const fits = await Promise.all(candidates.map((code) => isKeyedProof(this.keyring, CODE, provenBy(code.id, typed), code.digest)));
    const fitting = candidates[fits.indexOf(true)];
    if (!fitting) return undefined;
    await this.database.write('take code try back', (tx) => this.repository.giveTryBack(tx, id));
    return fitting;
  }

  /** Uses a code up, as part of the unit of work that does what it was for. @returns false when somebody else did, or it ended meanwhile */
  async redeem(tx: Transaction, proven: UsedCode): Promise<boolean> {
    return (await this.isStillCovered(tx, proven)) && this.repository.endCode(tx, proven.id, this.clock.nowUs());
  }

  /** Whether the administrator who gave the code has every permission that the person has now; a code that none gave always counts. */
  private async isStillCovered(query: Query, { id, purpose }: UsedCode): Promise<boolean> {
    const given = GIVEN.has(purpose) ? await this.repository.findGiven(query, id) : undefined;
    return !given || this.memberships.coversUser(query, given.givenBy, given.userNo);
  }
}

const provenBy = (id: string, typed: string): string => `${id} ${readCode(typed)}`;
