// Verifies passwords and limits guessing: counts first, compares afterwards, and writes events. docs/adr/0014-guessing-and-mailed-codes.md says what
// is counted and why.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { EventLog, SYSTEM } from '../events/events.service.js';
import { foldKey } from '../../common/identifiers/fold.js';
import { AccountNotices } from './mails/account-notices.service.js';
import type { HashClaim } from '../authentication/passwords/password-queue.service.js';
import { Passwords, type MatchedPassword } from '../authentication/passwords/passwords.service.js';
import { PersonPolicies } from '../authentication/assurance/person-policies.service.js';
import { Policies } from '../organizations/policies/policies.service.js';
import type { LockoutPolicy } from '../organizations/policies/policy-kinds.js';
import { addressCounter } from '../organizations/attempts/address-counter.js';
import { atMost, lockedAtLimit, slowThenLocked } from '../organizations/attempts/attempt-rules.js';
import { again, Attempts, type Counter } from '../organizations/attempts/attempts.service.js';
import { networkOf, shownNetwork } from '../../common/http/client-network.js';
import { factorKey } from '../organizations/attempts/factor-key.js';
import { trustedBrowserId, trustBrowser } from './trusted-browser.js';

/** Checks of one name from one network, right passwords included: each costs a hash. */
const PACE_LIMIT = 60;
const PACE_WINDOW_S = 600;
/** No login name is longer; the rest is ignored. */
const MAX_TYPED = 1_000;
/** The service's own policy, used if no organization is known. */
const WHOLE_SERVICE = 0;

/** The person whose password is checked. */
export interface PasswordOwner {
  userNo: number;
  userId: string;
  orgNo: number;
}

export interface PasswordAttempt {
  /** The person with this name; undefined if the name is unknown. */
  person: PasswordOwner | undefined;
  /** The typed name, and the organization of the page. Undefined: the person is signed in and confirms the password. */
  name: { typed: string; orgNo: number | undefined } | undefined;
  password: string;
  /** The IP address of the client. */
  address: string;
  /** The cookie of a browser in which a person signed in before. */
  trustedBrowser?: string | undefined;
}

/**
 * `right`: `trustedBrowser` is the cookie to set in this browser. `mustWait`: nothing was compared; `seconds` are whole and at least 1. An unknown
 * name gets the same answers, at the same cost, as a known one.
 */
export type PasswordVerdict = { kind: 'right'; trustedBrowser: string } | { kind: 'wrong' } | { kind: 'mustWait'; seconds: number };

/**
 * The counters of one attempt. `told` responds with a wait, `account` decides about the user's own lock, `pace` counts right passwords too. These are
 * counted before the comparison. `address` counts only wrong passwords, so that concurrent right ones do not block each other.
 */
interface Plan {
  told: Counter;
  account: Counter;
  pace: Counter;
  address: Counter;
}

/** The address had too many wrong passwords when the attempt reached the front of the queue. */
class AddressFullError extends Error {
  constructor(readonly seconds: number) {
    super('too many wrong passwords from this address');
  }
}

@Injectable()
export class PasswordChecks {
  constructor(
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly policies: Policies,
    private readonly personPolicies: PersonPolicies,
    private readonly events: EventLog,
    private readonly notices: AccountNotices,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /**
   * Compares a password unless too many were wrong recently.
   * @throws DomainError `busy` when too many checks are waiting; the attempt does not count then
   */
  async check(attempt: PasswordAttempt): Promise<PasswordVerdict> {
    const plan = await this.plan(attempt);
    const counters = [...new Set([plan.told, plan.account, plan.pace])];
    const full = await this.attempts.waitOf([plan.address]);
    if (full) return full;
    const taken = await this.attempts.countAttempt(counters, networkOf(attempt.address));
    if (taken.kind === 'mustWait') return taken;
    // A locked user is treated like an unknown one, and so is one whom passwords don't sign in: the same work, the answer "wrong".
    const person = taken.full.has(plan.account.key) ? undefined : await this.withPassword(attempt.person);
    let matched: MatchedPassword | undefined;
    try {
      matched = await this.passwords.match(person?.userNo, attempt.password, claimOf(attempt, plan), () => this.assertAddressOpen(plan));
    } catch (error) {
      // Only counters that counted this attempt: a lock that was full before stays.
      const counted = counters.filter(({ key }) => !taken.full.has(key));
      await this.attempts.takeBack(counted, networkOf(attempt.address));
      if (error instanceof AddressFullError) return { kind: 'mustWait', seconds: error.seconds };
      throw error;
    }
    if (!person || matched === undefined) {
      await this.refuse(attempt, person, plan, taken.closing.has(plan.account.key));
      return { kind: 'wrong' };
    }
    await this.accept(attempt, person, plan);
    await this.passwords.renew(person.userNo, attempt.password, matched);
    return { kind: 'right', trustedBrowser: await trustBrowser(this.keyring, attempt.trustedBrowser, person.userNo) };
  }

  /** The person, if a password signs in the person. Otherwise the answer would tell who has guessed it. */
  private async withPassword(person: PasswordOwner | undefined): Promise<PasswordOwner | undefined> {
    return person && (await this.personPolicies.of('assurance', person)).passwordAllowed ? person : undefined;
  }

  /** Lets a user try again at once, with any name and browser, as part of `tx`; writes an event if anything was locked. */
  async unlockIn(tx: Transaction, userNo: number, editor: string): Promise<void> {
    await this.forget(tx, userNo, editor);
  }

  /** The same for passwords only: access to the mailbox must not give new guesses at the second factor. */
  async unlockPasswordIn(tx: Transaction, userNo: number, editor: string): Promise<void> {
    await this.forget(tx, userNo, editor, factorKey(this.keyring, userNo));
  }

  private async forget(tx: Transaction, userNo: number, editor: string, kept?: string): Promise<void> {
    const wasLocked = await this.attempts.forgetUser(tx, userNo, kept);
    if (wasLocked) await this.events.appendAboutUser(tx, userNo, { type: 'user.unlocked', editor });
  }

  private async accept(attempt: PasswordAttempt, person: PasswordOwner, plan: Plan): Promise<void> {
    await this.database.write('accept password', async (tx) => {
      await this.attempts.forget(tx, [...new Set([plan.told, plan.account])]);
      await this.events.appendAboutUser(tx, person.userNo, {
        type: 'user.human.password.check.succeeded',
        editor: person.userId,
        payload: { address: shownNetwork(attempt.address) },
      });
    });
  }

  /** One unit of work in every case, so that its duration does not reveal whether the name exists. No events are written for an unknown name. */
  private async refuse(attempt: PasswordAttempt, person: PasswordOwner | undefined, plan: Plan, closing: boolean): Promise<void> {
    await again(() =>
      this.database.write('refuse password', async (tx) => {
        await this.attempts.fail(tx, plan.told);
        // A concurrent attempt may have been right and have reset the counter.
        const locked = closing && (await this.attempts.isClosed(tx, plan.account));
        await this.attempts.takeIn(tx, [plan.address]);
        if (!person) return;
        await this.events.appendAboutUser(tx, person.userNo, {
          type: 'user.human.password.check.failed',
          editor: SYSTEM,
          payload: { address: shownNetwork(attempt.address) },
        });
        if (!locked) return;
        await this.events.appendAboutUser(tx, person.userNo, {
          type: 'user.locked',
          editor: SYSTEM,
          payload: { reason: 'wrongPasswords' },
        });
        tx.afterCommit(() => this.notices.locked(person));
      }),
    );
  }

  /**
   * Checked again when the attempt reaches the front of the queue: once the limit is reached, only running attempts continue.
   * @throws AddressFullError
   */
  private async assertAddressOpen({ address }: Plan): Promise<void> {
    const full = await this.attempts.waitOf([address]);
    if (full) throw new AddressFullError(full.seconds);
  }

  private async plan({ person, name, address, trustedBrowser }: PasswordAttempt): Promise<Plan> {
    const byAddress = addressCounter(this.keyring, address);
    const own = await (person ? this.personPolicies.of('lockout', person) : this.lockout(undefined));
    if (!name) {
      const account = this.counter('account', String(person?.userNo), slowThenLocked(own), person);
      return { told: account, account, pace: this.pace(`user ${person?.userNo}`, address), address: byAddress };
    }
    const typed = `${name.orgNo ?? WHOLE_SERVICE} ${foldKey(name.typed.trim().slice(0, MAX_TYPED))}`;
    const pace = this.pace(typed, address);
    const browserId = person && (await trustedBrowserId(this.keyring, trustedBrowser, person.userNo));
    if (browserId !== undefined) {
      const account = this.counter('browser', browserId, slowThenLocked(own), person);
      return { told: account, account, pace, address: byAddress };
    }
    const told = this.counter('name', typed, slowThenLocked(await this.lockout(name.orgNo)), person);
    const account = person
      ? this.counter('user', String(person.userNo), lockedAtLimit(own), person)
      : this.counter('nobody', typed, lockedAtLimit(own));
    return { told, account: { ...account, quiet: true }, pace, address: byAddress };
  }

  /** Counts by the typed name, so the wait reveals only what the client knows. It has no user number, so unlocking does not reset it. */
  private pace(name: string, address: string): Counter {
    return this.counter('pace', `${networkOf(address)} ${name}`, atMost(PACE_LIMIT, PACE_WINDOW_S));
  }

  private counter(label: string, text: string, rule: Counter['rule'], person?: PasswordOwner): Counter {
    return { key: keyedDigests(this.keyring, label, text)[0], rule, userNo: person?.userNo ?? 0 };
  }

  private lockout(orgNo: number | undefined): Promise<LockoutPolicy> {
    return this.policies.effectivePolicy(orgNo ?? WHOLE_SERVICE, 'lockout');
  }
}

/** An unknown name gets its own quota key, like an account, so that the wait does not reveal whether it exists. */
function claimOf({ person, name, address }: PasswordAttempt, { told }: Plan): HashClaim {
  return { worth: 'signIn', address, account: person?.userNo ?? told.key, orgNo: person?.orgNo ?? name?.orgNo };
}
