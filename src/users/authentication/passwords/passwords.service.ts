// Passwords of people: verifying, hashing, rehashing. Every hash waits in the password queue.
import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'bcrypt';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { EventLog, SYSTEM } from '../../events/events.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { PersonPolicies, type Governed } from '../assurance/person-policies.service.js';
import { canBeHashed, decoysBeside, isCurrentHash, isOwnHash, verifyHash } from './hash-formats.js';
import { importMarks, importSalt } from './import-mark.js';
import { normalizePassword } from './normalize-password.js';
import { assertStrong } from './password-rules.js';
import { PasswordQueue, type HashClaim } from './password-queue.service.js';
import { PasswordsRepository, type PasswordState } from './passwords.repository.js';

/** A stored hash, and the form of the password that matches it. */
export interface MatchedPassword {
  hash: string;
  form: string;
}

@Injectable()
export class Passwords {
  constructor(
    private readonly repository: PasswordsRepository,
    private readonly line: PasswordQueue,
    private readonly personPolicies: PersonPolicies,
    private readonly memberships: Memberships,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly keyring: Keyring,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Whether `password` is the user's; see {@link match}. */
  async check(userNo: number | undefined, password: string, claim: HashClaim = { worth: 'signIn', account: userNo }): Promise<boolean> {
    return (await this.match(userNo, password, claim)) !== undefined;
  }

  /**
   * The stored hash that `password` matches, in NFC or as typed: hashes from other systems, and from before normalization, may use either. Takes the
   * same time for an unknown user, for no password and for a cheaper imported hash. So the time does not reveal whether the name exists. A more
   * expensive imported hash takes longer until it is replaced. A temporary password never matches if its giver lacks a permission that the user has
   * now. Counts no attempts: passwords that may be guesses go through `PasswordChecks`.
   * @param atTurn runs when the check reaches the front of the queue, before anything is compared; its errors are passed on
   * @throws DomainError `busy` when too many checks are waiting
   */
  async match(
    userNo: number | undefined,
    password: string,
    claim: HashClaim,
    atTurn: () => Promise<void> = async () => undefined,
  ): Promise<MatchedPassword | undefined> {
    const stored = userNo === undefined ? undefined : await this.repository.findHash(userNo);
    const isCovered = () => userNo === undefined || this.isCovered(this.database.query, userNo, stored?.givenBy);
    return this.line.runInLine(claim, async () => {
      await atTurn();
      // An older hash may be of the form that another keyboard sends (NFD).
      for (const form of new Set([normalizePassword(password), password, password.normalize('NFD')])) {
        const fits = stored !== undefined && (await verifyHash(form, stored.hash));
        for (const decoy of decoysBeside(stored?.hash, this.settings.passwordHashCost)) await verifyHash(form, decoy);
        if (fits) return (await isCovered()) ? { hash: stored.hash, form } : undefined;
      }
      return undefined;
    });
  }

  /**
   * Replaces a hash of another algorithm, cost or password form, now that the password is known. Ends no session, because the password stays the
   * same. A password that bcrypt would truncate keeps its hash, which covers all of it. Postponed to the next sign-in if too many checks are waiting.
   * @param matched as returned by {@link match} for this password
   */
  async renew(userNo: number, password: string, { hash: matched, form }: MatchedPassword): Promise<void> {
    const isCurrent = isCurrentHash(matched, this.settings.passwordHashCost) && form === normalizePassword(form);
    if (isCurrent || !canBeHashed(normalizePassword(password))) return;
    const renewed = await this.hash(password, { worth: 'signIn', account: userNo }).catch(undefinedIfBusy);
    if (renewed === undefined) return;
    const importMark = isOwnHash(matched) ? undefined : importMarks(this.keyring, matched)[0];
    await this.database.write('renew password hash', async (tx) => {
      // If the password has been changed meanwhile, the change takes precedence.
      if (!(await this.repository.replaceHash(tx, userNo, matched, renewed, importMark))) return;
      await this.events.appendAboutUser(tx, userNo, { type: 'user.human.password.hash.updated', editor: SYSTEM });
    });
  }

  /**
   * Whether a person who knows the password may still replace it. For a temporary password, its giver must have every permission of the user, who may
   * have got roles since.
   */
  async isStillCovered(tx: Transaction, userNo: number): Promise<boolean> {
    return this.isCovered(tx, userNo, await this.repository.findGiver(tx, userNo));
  }

  private async isCovered(query: Query, userNo: number, givenBy: number | undefined): Promise<boolean> {
    return givenBy === undefined || this.memberships.coversUser(query, givenBy, userNo);
  }

  /** Whether the user must change the password before the next sign-in completes. */
  isChangeRequired(userNo: number): Promise<boolean> {
    return this.repository.isChangeRequired(userNo);
  }

  /** Requires a password change at the next sign-in; sessions continue until then. @returns false for a user without a password */
  async requireChange(userNo: number, editor: string): Promise<boolean> {
    return this.database.write('require password change', (tx) => this.requireChangeIn(tx, userNo, editor));
  }

  /** The same as part of a larger unit of work. @param givenBy the number of the caller who has just set the password */
  async requireChangeIn(tx: Transaction, userNo: number, editor: string, givenBy?: number): Promise<boolean> {
    const required = await this.repository.requireChange(tx, userNo, givenBy);
    if (required) await this.events.appendAboutUser(tx, userNo, { type: 'user.human.password.change.required', editor });
    return required;
  }

  /** The state of a user's password; undefined without one. */
  findState(userNo: number, query: Query = this.database.query): Promise<PasswordState | undefined> {
    return this.repository.findState(query, userNo);
  }

  isSet(userNo: number, query: Query = this.database.query): Promise<boolean> {
    return this.repository.exists(query, userNo);
  }

  /**
   * Checks a new password against the policy of its owner and hashes it. Slow on purpose: call it before a unit of work, never inside one.
   * @throws WeakPasswordError with every violated rule, or DomainError `busy`
   */
  async prepare(owner: Governed, password: string, claim: Omit<HashClaim, 'orgNo'>): Promise<string> {
    await this.assertAllowed(owner, password);
    return this.hash(password, { ...claim, orgNo: owner.orgNo });
  }

  /**
   * The same for a password from an import.
   * @param owner identifies the person: for the same owner, the same password has the same hash, at the same cost
   * @throws WeakPasswordError with every violated rule, or DomainError `busy`
   */
  async prepareImported(orgNo: number, password: string, owner: readonly string[]): Promise<string> {
    await this.assertAllowed({ orgNo }, password);
    return this.line.runInLine({ worth: 'administration', orgNo }, () =>
      hash(normalizePassword(password), importSalt(this.settings.passwordHashCost, owner)),
    );
  }

  /** Only the check. @param owner without a number: a new person @throws WeakPasswordError */
  async assertAllowed(owner: { orgNo: number; userNo?: number | undefined }, password: string): Promise<void> {
    assertStrong(await this.personPolicies.passwordRulesOf(owner), password);
  }

  /** Hashes, in NFC, without checking a policy. @throws DomainError `busy` */
  hash(password: string, claim: HashClaim): Promise<string> {
    return this.line.runInLine(claim, () => hash(normalizePassword(password), this.settings.passwordHashCost));
  }
}

function undefinedIfBusy(error: unknown): undefined {
  if (error instanceof DomainError && error.kind === 'busy') return undefined;
  throw error;
}
