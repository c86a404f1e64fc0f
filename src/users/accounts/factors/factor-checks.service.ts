// Checks codes that may be guesses, after the person passed a first check. Like passwords, attempts are counted first and compared afterwards
// (docs/adr/0014-guessing-and-mailed-codes.md), with separate counters.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { AccountNotices } from '../mails/account-notices.service.js';
import type { FactorKind } from '../../authentication/assurance/checks.js';
import { EventLog, SYSTEM } from '../../events/events.service.js';
import { PersonPolicies } from '../../authentication/assurance/person-policies.service.js';
import { atMost, slowThenLocked } from '../../organizations/attempts/attempt-rules.js';
import { again, Attempts, type Counter, type MustWait } from '../../organizations/attempts/attempts.service.js';
import { networkOf, shownNetwork } from '../../../common/http/client-network.js';
import { factorKey } from '../../organizations/attempts/factor-key.js';

/** Wrong codes from one network, over all people. */
const ADDRESS_LIMIT = 100;
const ADDRESS_WINDOW_S = 600;

export interface FactorAttempt {
  person: { userNo: number; userId: string; orgNo: number };
  kind: FactorKind;
  /** The IP address of the client. */
  address: string;
}

/** `mustWait`: nothing was compared; `seconds` are whole and at least 1. */
export type FactorVerdict = { kind: 'right' } | { kind: 'wrong' } | MustWait;

@Injectable()
export class FactorChecks {
  constructor(
    private readonly attempts: Attempts,
    private readonly policies: PersonPolicies,
    private readonly events: EventLog,
    private readonly notices: AccountNotices,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /**
   * Compares a code unless too many were wrong recently. All kinds of a person share one counter, which neither a right password nor a new one
   * resets.
   * @param use compares and uses the code up, as part of the unit of work; it may run more than once
   */
  async check(attempt: FactorAttempt, use: (tx: Transaction) => Promise<boolean>): Promise<FactorVerdict> {
    const { person, address } = attempt;
    const network = networkOf(address);
    const lockout = await this.policies.of('lockout', person);
    const own: Counter = { key: factorKey(this.keyring, person.userNo), rule: slowThenLocked(lockout), userNo: person.userNo };
    const key = keyedDigests(this.keyring, 'factor-address', network)[0];
    const byAddress: Counter = { key, rule: atMost(ADDRESS_LIMIT, ADDRESS_WINDOW_S), userNo: 0 };
    const full = await this.attempts.waitOf([byAddress]);
    if (full) return full;
    const taken = await this.attempts.countAttempt([own], network);
    if (taken.kind === 'mustWait') return taken;
    try {
      return await again(() =>
        this.database.write('check factor', (tx) =>
          this.compare(tx, attempt, { own, byAddress, isClosing: taken.closing.has(own.key) }, use),
        ),
      );
    } catch (error) {
      await this.attempts.takeBack([own], network);
      throw error;
    }
  }

  private async compare(
    tx: Transaction,
    { person, kind, address }: FactorAttempt,
    { own, byAddress, isClosing }: { own: Counter; byAddress: Counter; isClosing: boolean },
    use: (tx: Transaction) => Promise<boolean>,
  ): Promise<FactorVerdict> {
    const isRight = await use(tx);
    const payload = { kind, address: shownNetwork(address) };
    if (isRight) {
      await this.attempts.forget(tx, [own]);
      const type = 'user.human.factor.check.succeeded';
      await this.events.appendAboutUser(tx, person.userNo, { type, editor: person.userId, payload });
      return { kind: 'right' };
    }
    await this.attempts.fail(tx, own);
    await this.attempts.takeIn(tx, [byAddress]);
    await this.events.appendAboutUser(tx, person.userNo, { type: 'user.human.factor.check.failed', editor: SYSTEM, payload });
    if (isClosing && (await this.attempts.isClosed(tx, own))) {
      await this.events.appendAboutUser(tx, person.userNo, { type: 'user.locked', editor: SYSTEM, payload: { reason: 'wrongCodes' } });
      tx.afterCommit(() => this.notices.factorLocked(person));
    }
    return { kind: 'wrong' };
  }
}
