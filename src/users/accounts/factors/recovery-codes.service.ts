// Recovery codes: ten for a lost factor, each valid once, shown only when they are created.
import { Inject, Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Clock } from '../../../common/primitives/clock.js';
import { newCode, readCode } from '../code-text.js';
import { FactorChecks, type FactorVerdict } from './factor-checks.service.js';
import { Assurances } from '../../authentication/assurance/assurance.service.js';
import { FactorSources } from '../../authentication/assurance/factor-sources.js';
import { Factors, type FactorOwner } from './factors.service.js';
import { RecoveryCodesRepository, type StoredRecoveryCode } from './recovery-codes.repository.js';

const COUNT = 10;
/** The id of all codes of a person together. */
const ID = 'recovery';

@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly repository: RecoveryCodesRepository,
    private readonly factors: Factors,
    private readonly checks: FactorChecks,
    @Inject(FactorSources) sources: FactorSources,
    private readonly assurances: Assurances,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {
    sources.register({
      list: async (query, userNo) => {
        const counted = await repository.count(query, userNo);
        return counted ? [{ id: ID, kind: 'recovery', createdUs: counted.createdUs, left: counted.left }] : [];
      },
      remove: async (tx, userNo, id) => {
        if (id !== ID) return false;
        await repository.removeAll(tx, userNo);
        return true;
      },
      kept: {
        name: 'recovery',
        read: (tx, userNo) => repository.list(tx, userNo),
        insert: (tx, userNo, rows) => repository.insertAll(tx, userNo, rows as StoredRecoveryCode[]),
      },
    });
  }

  /**
   * The codes for a factor that was just set up. None if the person has some, or if the policy does not accept them: a code is a second factor beside
   * a password that does not resist phishing.
   */
  async makeFirst(owner: FactorOwner): Promise<string[]> {
    const { required, passwordAllowed } = await this.assurances.termsOf(owner);
    if (!passwordAllowed || required !== 2) return [];
    // Under the row lock of the person: of two factors set up concurrently, only one returns codes, and they stay valid.
    return (await this.make(owner, async (tx) => (await this.repository.count(tx, owner.userNo)) === undefined)) ?? [];
  }

  /** Replaces the codes with new ones. Call after a fresh check. @returns undefined when the person has changed since that check */
  renew(owner: FactorOwner): Promise<string[] | undefined> {
    return this.make(owner, () => Promise.resolve(true));
  }

  private async make(owner: FactorOwner, mayMake: (tx: Transaction) => Promise<boolean>): Promise<string[] | undefined> {
    const codes = Array.from({ length: COUNT }, newCode);
    const createdUs = this.clock.nowUs();
    const stored = codes.map((code) => ({ digest: this.digestsOf(owner.userNo, code)[0], createdUs }));
    const isDone = await this.factors.add(owner, 'recovery', async (tx) => {
      if (!(await mayMake(tx))) return false;
      await this.repository.removeAll(tx, owner.userNo);
      await this.repository.insertAll(tx, owner.userNo, stored);
      return true;
    });
    return isDone ? codes : undefined;
  }

  /** Checks a code and deletes it: of concurrent uses, one succeeds. */
  check(person: FactorOwner, code: string, address: string): Promise<FactorVerdict> {
    return this.checks.check({ person, kind: 'recovery', address }, (tx) =>
      this.repository.use(tx, person.userNo, this.digestsOf(person.userNo, code)),
    );
  }

  private digestsOf(userNo: number, code: string): [string, ...string[]] {
    return keyedDigests(this.keyring, 'recovery-code', `${userNo} ${readCode(code)}`);
  }
}
