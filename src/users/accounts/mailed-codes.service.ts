// Codes that prove access to a mailbox or phone: created here, sent by the calling service, each valid for one use.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { isKeyedProof, keyedDigests, keyedProof } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { newSecret } from '../../common/primitives/ids.js';
import type { CodeToMail } from './mails/account-mails.js';
import { atMost } from '../organizations/attempts/attempt-rules.js';
import { Attempts, type Counter, type MustWait } from '../organizations/attempts/attempts.service.js';
import { networkOf } from '../../common/http/client-network.js';
import { Memberships } from '../roles/memberships/memberships.service.js';
import { NO_USER } from '../directory/people/person/person.js';
import { INVITATION_VALID_US, InvitationsRepository } from './invitations.repository.js';
import { newCode, readCode } from './code-text.js';
import { MailedCodesRepository, type CodePurpose, type LivingCode } from '../authentication/mailed-codes/mailed-codes.repository.js';

/** Lifetime of a code. */
export const CODE_SECONDS: Readonly<Record<CodePurpose, number>> = {
  verifyEmail: 86_400,
  resetPassword: 3_600,
  invitation: INVITATION_VALID_US / 1_000_000,
  changeEmail: 3_600,
  registration: 3_600,
  secondFactor: 600,
  signIn: 600,
  factorLink: 86_400,
  phone: 600,
  smsFactor: 600,
};

/** Codes mailed within an hour to one user for one purpose; counted per client network if strangers can request them. */
const MAX_PER_HOUR = 5;
/** The same for all networks together: it limits how many mails strangers can send to a mailbox. Codes that were mailed stay valid meanwhile. */
const MAX_PER_HOUR_OF_ALL = 20;
const HOUR_S = 3_600;
/** Guesses at one handle. */
const MAX_TRIES = 5;
const HANDLE_BYTES = 16;
/** Labels of proofs: a short code, whose proof is stored, and the secret of a link, which is derived from the handle and not stored. */
const CODE = 'mailed-code';
const LINK = 'mailed-link';
const SECRET_FORM = /^[\w-]{43}$/;

/** Strangers can request these codes for any person, so another request neither ends earlier codes nor waits for their end. */
const ASKED_BY_ANYBODY: ReadonlySet<CodePurpose> = new Set(['resetPassword', 'signIn']);

/**
 * Administrators issue these. Each is valid while the giver has every permission of the person, who may have got roles since. Their handles are sent
 * with the code and nowhere else.
 */
const GIVEN: ReadonlySet<CodePurpose> = new Set(['factorLink', 'invitation']);

/** A code to be created. Without a user or an applicant it is a handle for an unknown name, which no code matches. */
export interface CodeRequest {
  userNo: number | undefined;
  purpose: CodePurpose;
  address: string;
  /** Identifies an applicant who is not a user yet and proves an address; codes are counted by it. */
  applicant?: string;
  /** The IP address of the requester, for purposes that strangers can request. */
  asker?: string;
  /** The handle, if it was given out before; otherwise it is created here. */
  id?: string;
  /** The number of the administrator who issues it. */
  givenBy?: number;
  /** The only place where the code is valid: a sign-in in one browser. Absent: any. */
  place?: string;
}

/** An applicant entered the right code; it is not used up yet. */
export interface ProvenAddress {
  id: string;
  purpose: CodePurpose;
  /** The address that the code was mailed to. */
  address: string;
}

/** Identifies the code to use up. */
type UsedCode = Pick<ProvenAddress, 'id' | 'purpose'>;

/** A user entered the right code; it is not used up yet. */
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
    private readonly invitations: InvitationsRepository,
  ) {}

  /** A handle without a code yet, in the same format as every other. */
  newHandle(): string {
    return newSecret(HANDLE_BYTES);
  }

  /**
   * Creates a code, as part of `tx`, which runs inside `again`. Earlier codes of the user for the purpose end, unless strangers can request them.
   * Then each is valid until it expires or one is used. A typed code is compared with all of them, at any of the handles.
   * @returns undefined for an unknown name, or when the hourly limit is reached: the caller's answer must not differ then
   */
  async issueCode(tx: Transaction, request: CodeRequest): Promise<CodeToMail | undefined> {
    const { userNo, purpose, address, applicant, givenBy, place, id = this.newHandle() } = request;
    const now = this.clock.nowUs();
    const row = { id, purpose, address, givenBy, createdUs: now, expiresUs: now + CODE_SECONDS[purpose] * 1_000_000 };
    const isKnown = userNo !== undefined || applicant !== undefined;
    if (!isKnown || !(await this.mayHaveAnother(tx, request))) {
      // A handle without a code, indistinguishable from any other: a wrong code costs the same. For a code of an administrator no page has the handle,
      // and the row would count as an invitation or a link that was never sent.
      if (!GIVEN.has(purpose)) await this.repository.insertCode(tx, { ...row, userNo, digest: newSecret() });
      return undefined;
    }
    if (userNo !== undefined && !ASKED_BY_ANYBODY.has(purpose)) await this.repository.endOfUser(tx, userNo, [purpose], now);
    const code = newCode();
    await this.repository.insertCode(tx, { ...row, userNo, digest: await keyedProof(this.keyring, CODE, provenBy(id, code, place)) });
    return { id, code, secret: await keyedProof(this.keyring, LINK, linkOf(id, place)) };
  }

  /** Ends a user's codes for a purpose, as part of `tx`. @returns whether there were any */
  withdraw(tx: Transaction, userNo: number, purpose: CodePurpose): Promise<boolean> {
    return this.repository.endOfUser(tx, userNo, [purpose], this.clock.nowUs());
  }

  /** How long the requester has to wait for another code; counts nothing. @returns undefined if there is no wait */
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
   * Verifies the code of a handle, or the secret of its link. The attempt is counted durably before the comparison. A right code is not counted, so
   * that its owner may mistype a new password. An unknown handle costs the same as a wrong code.
   * @param place the place that the code was issued for, if any
   * @returns undefined for a code that is wrong, used, replaced, expired, of another place or was tried too often, without a difference
   */
  async verifyCode(id: string, purpose: CodePurpose, typed: string, place?: string): Promise<ProvenCode | undefined> {
    const proven = await this.prove(id, purpose, typed, place);
    if (proven?.userNo === undefined) return undefined;
    if (!(await this.isStillCovered(this.database.query, { id: proven.id, purpose }))) return undefined;
    return { id: proven.id, purpose, address: proven.address, userNo: proven.userNo };
  }

  /** The same for an applicant who is not a user yet. */
  async verifyApplicant(id: string, purpose: CodePurpose, typed: string): Promise<ProvenAddress | undefined> {
    const proven = await this.prove(id, purpose, typed);
    return proven && proven.userNo === undefined ? { id: proven.id, purpose, address: proven.address } : undefined;
  }

  private async prove(id: string, purpose: CodePurpose, typed: string, place?: string): Promise<LivingCode | undefined> {
    return SECRET_FORM.test(typed) ? this.proveBySecret(id, purpose, typed, place) : this.proveByCode(id, purpose, typed, place);
  }

  /** A link carries 256 bits, which can't be guessed: attempts are not counted, and guesses at the short code do not end it. */
  private async proveBySecret(id: string, purpose: CodePurpose, secret: string, place?: string): Promise<LivingCode | undefined> {
    const found = await this.repository.findLiving(this.database.query, id, purpose, this.clock.nowUs());
    return (await isKeyedProof(this.keyring, LINK, linkOf(id, place), secret)) ? found : undefined;
  }

  private async proveByCode(id: string, purpose: CodePurpose, typed: string, place?: string): Promise<LivingCode | undefined> {
    const candidates = await this.database.write('count code try', async (tx) => {
      const now = this.clock.nowUs();
      const own = await this.repository.countTry(tx, { id, purpose, maxTries: MAX_TRIES, nowUs: now });
      const living = await this.repository.livingOf(tx, own?.userNo ?? NO_USER, purpose, now);
      return own ? [own, ...living.filter((code) => code.id !== id)] : [];
    });
    const fits = await Promise.all(
      candidates.map((code) => isKeyedProof(this.keyring, CODE, provenBy(code.id, typed, place), code.digest)),
    );
    const fitting = candidates[fits.indexOf(true)];
    if (!fitting) return undefined;
    await this.database.write('take code try back', (tx) => this.repository.giveTryBack(tx, id));
    return fitting;
  }

  /**
   * Uses a code up, as part of the unit of work that it was issued for. An accepted invitation ends all codes that the person was invited with.
   * @returns false if the code was used or ended meanwhile
   */
  async redeem(tx: Transaction, proven: UsedCode): Promise<boolean> {
    const nowUs = this.clock.nowUs();
    if (!(await this.isStillCovered(tx, proven)) || !(await this.repository.endCode(tx, proven.id, nowUs))) return false;
    if (proven.purpose === 'invitation') await this.acceptInvitation(tx, proven, nowUs);
    return true;
  }

  private async acceptInvitation(tx: Transaction, { id, purpose }: UsedCode, nowUs: number): Promise<void> {
    await this.invitations.acceptByCode(tx, id, nowUs);
    const userNo = await this.repository.findUser(tx, id, purpose);
    // Processes of older builds store further codes for invitations beyond the hourly limit, which are not sent.
    if (userNo !== undefined) await this.repository.endOfUser(tx, userNo, [purpose], nowUs);
  }

  /** The user of a handle, whether or not its code is still valid. @returns undefined for the handle of an unknown name */
  userOf(query: Query, id: string, purpose: CodePurpose): Promise<number | undefined> {
    return this.repository.findUser(query, id, purpose);
  }

  /** Whether a user has an invitation that was mailed to the address and can still be used. A change of addresses ends it. */
  async isInvited(query: Query, userNo: number, address: string): Promise<boolean> {
    return (await this.invitationTo(query, userNo, address)) !== undefined;
  }

  /**
   * Uses up an invitation without its code, because an identity provider has proven the address that it was mailed to.
   * @returns whether there was one
   */
  async redeemInvitation(tx: Transaction, userNo: number, address: string): Promise<boolean> {
    const invitation = await this.invitationTo(tx, userNo, address);
    return invitation !== undefined && this.redeem(tx, invitation);
  }

  private async invitationTo(query: Query, userNo: number, address: string): Promise<UsedCode | undefined> {
    const purpose = 'invitation';
    const living = await this.repository.livingOf(query, userNo, purpose, this.clock.nowUs());
    const invitation = living.find((code) => code.address.toLowerCase() === address.toLowerCase());
    return invitation && { id: invitation.id, purpose };
  }

  /**
   * Whether the administrator who issued the code has every permission that the person has now. Always true for purposes of codes that administrators
   * do not issue.
   */
  private async isStillCovered(query: Query, { id, purpose }: UsedCode): Promise<boolean> {
    const given = GIVEN.has(purpose) ? await this.repository.findGiven(query, id) : undefined;
    return !given || this.memberships.coversUser(query, given.givenBy, given.userNo);
  }
}

/** No code that was read contains a space, so a typed one can't pretend another place. */
const provenBy = (id: string, typed: string, place?: string): string => withPlace(`${id} ${readCode(typed)}`, place);
const linkOf = (id: string, place: string | undefined): string => withPlace(id, place);
const withPlace = (text: string, place: string | undefined): string => (place === undefined ? text : `${text} ${place}`);
