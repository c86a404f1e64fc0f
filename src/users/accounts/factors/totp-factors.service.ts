// Authenticator apps of people: setup, and checks of their codes. A secret is sealed in the database and in the setup form.
import { Inject, Injectable } from '@nestjs/common';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { newId } from '../../../common/primitives/ids.js';
import { FactorChecks, type FactorVerdict } from './factor-checks.service.js';
import { FactorSources } from '../../authentication/assurance/factor-sources.js';
import { Factors, type FactorOwner } from './factors.service.js';
import { newTotpSecret, readTotpSecret, stepOfCode } from './totp.js';
import { TotpSecretsRepository, type StoredTotp } from './totp-secrets.repository.js';

const SETUP_US = 1_800_000_000;

/** A secret during setup. */
interface Setup {
  userNo: number;
  secret: string;
  untilUs: number;
}

/** `has`: the person has an app already. `over`: the form has expired, or the person has changed. */
export type TotpOutcome = 'done' | 'wrong' | 'has' | 'over';

@Injectable()
export class TotpFactors {
  constructor(
    private readonly repository: TotpSecretsRepository,
    private readonly factors: Factors,
    private readonly checks: FactorChecks,
    @Inject(FactorSources) sources: FactorSources,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {
    sources.register({
      list: async (query, userNo) => {
        const stored = await repository.find(userNo, query);
        return stored ? [{ id: stored.id, kind: 'totp', createdUs: stored.createdUs, lastUsedUs: stored.usedUs }] : [];
      },
      remove: (tx, userNo, id) => repository.remove(tx, userNo, id),
      kept: {
        name: 'totp',
        read: async (tx, userNo) => [(await repository.find(userNo, tx)) ?? []].flat(),
        insert: (tx, _, rows) => repository.insertMany(tx, rows as StoredTotp[]),
      },
    });
  }

  /** A new secret for the app, and its sealed form for the page. Nothing is stored before {@link confirm}. */
  async begin(userNo: number): Promise<{ secret: string; sealed: string }> {
    const secret = newTotpSecret();
    const setup: Setup = { userNo, secret, untilUs: this.clock.nowUs() + SETUP_US };
    return { secret, sealed: await this.keyring.seal('totp-setup', Buffer.from(JSON.stringify(setup))) };
  }

  /** The secret of a form that {@link begin} created for this person. */
  async readSetup(userNo: number, sealed: string): Promise<string | undefined> {
    const content = await this.keyring.open('totp-setup', sealed);
    const setup = content && (JSON.parse(content.toString()) as Setup);
    return setup && setup.userNo === userNo && setup.untilUs > this.clock.nowUs() ? setup.secret : undefined;
  }

  /** Stores the secret if the code proves that the app has it, and uses the code up. */
  async confirm(owner: FactorOwner, sealed: string, code: string): Promise<TotpOutcome> {
    const secret = await this.readSetup(owner.userNo, sealed);
    if (secret === undefined) return 'over';
    const step = stepOfCode(secret, code, this.clock.nowSeconds());
    if (step === undefined) return 'wrong';
    const row: StoredTotp = { ...(await this.sealedRow(owner.userNo, secret)), lastStep: step };
    let has = false;
    const added = await this.factors.add(owner, 'totp', async (tx) => {
      has = !(await this.repository.insert(tx, row));
      return !has;
    });
    if (added) return 'done';
    return has ? 'has' : 'over';
  }

  /** Checks a code; each is valid once, also under concurrent use. */
  check(person: FactorOwner, code: string, address: string): Promise<FactorVerdict> {
    return this.checks.check({ person, kind: 'totp', address }, async (tx) => {
      const stored = await this.repository.find(person.userNo, tx);
      const secret = stored && (await this.open(stored));
      const step = secret === undefined ? undefined : stepOfCode(secret, code, this.clock.nowSeconds());
      return stored !== undefined && step !== undefined && this.repository.useStep(tx, person.userNo, stored.id, step, this.clock.nowUs());
    });
  }

  /**
   * Stores secrets from other systems, for people without one, with an event each, as part of `tx`. Sends no mail, because nothing changes for the
   * people.
   * @param secrets as returned by {@link readTotpSecret}
   */
  async importIn(tx: Transaction, secrets: ReadonlyArray<{ userNo: number; secret: string }>, editor: string): Promise<void> {
    await this.repository.insertMany(tx, await Promise.all(secrets.map(({ userNo, secret }) => this.sealedRow(userNo, secret))));
    for (const { userNo } of secrets) await this.factors.recordImport(tx, userNo, 'totp', editor);
  }

  /** The plain secrets, for an export, by the number of the person. */
  async exportSecrets(userNos: readonly number[]): Promise<Map<number, string>> {
    const secrets = new Map<number, string>();
    for (const stored of await this.repository.list(userNos)) {
      const secret = await this.open(stored);
      if (secret !== undefined) secrets.set(stored.userNo, secret);
    }
    return secrets;
  }

  private async sealedRow(userNo: number, secret: string): Promise<StoredTotp> {
    const sealed = await this.keyring.seal('totp', Buffer.from(JSON.stringify({ userNo, secret })));
    return { userNo, id: newId(), secret: sealed, lastStep: 0, createdUs: this.clock.nowUs(), usedUs: undefined };
  }

  /** A sealed secret opens only for the person it was sealed for: copying it to another row has no effect. */
  private async open({ userNo, secret }: Pick<StoredTotp, 'userNo' | 'secret'>): Promise<string | undefined> {
    const content = await this.keyring.open('totp', secret);
    const opened = content && (JSON.parse(content.toString()) as { userNo: number; secret: string });
    return opened?.userNo === userNo ? readTotpSecret(opened.secret) : undefined;
  }
}
