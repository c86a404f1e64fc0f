// Passwords of people: compared, replaced and prepared by hashing, each hash in its turn.
import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'bcrypt';
import { Database, type Query } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { EventLog, SYSTEM } from '../events/events.service.js';
import { Policies } from '../policies/policies.service.js';
import { canBeHashed, decoysBeside, isCurrentHash, verifyHash } from './hash-formats.js';
import { assertStrong } from './password-rules.js';
import { PasswordLine, type HashClaim } from './password-line.service.js';
import { PasswordsRepository } from './passwords.repository.js';

@Injectable()
export class Passwords {
  constructor(
    private readonly repository: PasswordsRepository,
    private readonly line: PasswordLine,
    private readonly policies: Policies,
    private readonly events: EventLog,
    private readonly database: Database,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Whether `password` is the user's; like {@link match}. */
  async check(userNo: number | undefined, password: string, claim: HashClaim = { worth: 'signIn', account: userNo }): Promise<boolean> {
    return (await this.match(userNo, password, claim)) !== undefined;
  }

  /**
   * The stored hash that `password` fits. Takes the same time when there is no such user, no password, or a cheaper hash that was imported,
   * so that the time does not tell who exists. An imported hash that costs more takes longer until it is replaced.
   * Counts nothing: whoever may be guessing goes through `PasswordChecks`.
   * @param atTurn runs when the check has its turn, before anything is compared; what it throws is thrown
   * @throws DomainError `busy` when too many checks are waiting
   */
  async match(
    userNo: number | undefined,
    password: string,
    claim: HashClaim,
    atTurn: () => Promise<void> = async () => undefined,
  ): Promise<string | undefined> {
    const stored = userNo === undefined ? undefined : await this.repository.findHash(userNo);
    return this.line.run(claim, async () => {
      await atTurn();
      const fits = stored !== undefined && (await verifyHash(password, stored));
      for (const decoy of decoysBeside(stored, this.settings.passwordHashCost)) await verifyHash(password, decoy);
      return fits ? stored : undefined;
    });
  }

  /**
   * Replaces a hash of another algorithm or cost, now that the password is known. Ends nothing: the password stays the same.
   * A password that bcrypt would cut keeps its hash, which looks at all of it.
   * Left for the next time when too many checks are waiting.
   * @param matched what {@link match} returned for this password
   */
  async renew(userNo: number, password: string, matched: string): Promise<void> {
    if (isCurrentHash(matched, this.settings.passwordHashCost) || !canBeHashed(password)) return;
    const renewed = await this.hash(password, { worth: 'signIn', account: userNo }).catch(undefinedIfBusy);
    if (renewed === undefined) return;
    await this.database.write('renew password hash', async (tx) => {
      // Whoever set another password meanwhile has the last word.
      if (!(await this.repository.replaceHash(tx, userNo, matched, renewed))) return;
      await this.events.appendAboutUser(tx, userNo, { type: 'user.human.password.hash.updated', editor: SYSTEM });
    });
  }

  /** Whether the user must choose another password before the next sign-in is complete. */
  isChangeRequired(userNo: number): Promise<boolean> {
    return this.repository.isChangeRequired(userNo);
  }

  /** Lets the user choose another password at the next sign-in; until then nothing ends. @returns false for a user without a password */
  async requireChange(userNo: number, editor: string): Promise<boolean> {
    return this.database.write('require password change', async (tx) => {
      const required = await this.repository.requireChange(tx, userNo);
      if (required) await this.events.appendAboutUser(tx, userNo, { type: 'user.human.password.change.required', editor });
      return required;
    });
  }

  /** Whether the user has a password at all. */
  isSet(userNo: number, query: Query = this.database.query): Promise<boolean> {
    return this.repository.exists(query, userNo);
  }

  /**
   * Checks a new password against the organization's policy and hashes it. Slow on purpose: call it before a unit of work, never in one.
   * @throws WeakPasswordError with every rule that is broken, or DomainError `busy`
   */
  async prepare(orgNo: number, password: string, claim: Omit<HashClaim, 'orgNo'>): Promise<string> {
    await this.assertAllowed(orgNo, password);
    return this.hash(password, { ...claim, orgNo });
  }

  /** The check alone. @throws WeakPasswordError */
  async assertAllowed(orgNo: number, password: string): Promise<void> {
    assertStrong(await this.policies.get(orgNo, 'password'), password);
  }

  /** Hashes without asking a policy. @throws DomainError `busy` */
  hash(password: string, claim: HashClaim): Promise<string> {
    return this.line.run(claim, () => hash(password, this.settings.passwordHashCost));
  }
}

function undefinedIfBusy(error: unknown): undefined {
  if (error instanceof DomainError && error.kind === 'busy') return undefined;
  throw error;
}
