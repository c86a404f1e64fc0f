// How identity providers work: the last use and the last failure, for administrators. Failures are in the log too.
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { isWriteBan } from '../../../common/primitives/domain-error.js';
import type { IdentityProvider } from './identity-provider.js';
import { IdentityProvidersRepository } from './identity-providers.repository.js';

/** At most one write of each kind per provider in this time, over all processes. */
const COARSE_US = 60_000_000;
const MAX_FAILURE = 500;
/** Bounds memory; what is forgotten is written once more. */
const MAX_NOTED = 10_000;

@Injectable()
export class ProviderHealth {
  private readonly log = new Logger('identity providers');
  /** What is noted, and when this process noted it last. */
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly repository: IdentityProvidersRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Records a sign-in with the provider. Never fails. */
  noteUse({ no }: Pick<IdentityProvider, 'no'>): Promise<void> {
    return this.note(`used ${no}`, (tx, nowUs) => this.repository.noteUse(tx, no, nowUs, COARSE_US));
  }

  /** Records a failure, and logs it. @param failure in words, without secrets; longer ones are cut. Never fails. */
  noteFailure({ no, id }: Pick<IdentityProvider, 'no' | 'id'>, failure: string): Promise<void> {
    const text = [...failure].slice(0, MAX_FAILURE).join('');
    const line = { message: 'failure with an identity provider', identityProviderId: id, failure: text };
    return this.note(`failed ${no}`, (tx, nowUs) => this.repository.noteFailure(tx, no, text, nowUs, COARSE_US), line);
  }

  /** @param line for the log */
  private async note(key: string, write: (tx: Transaction, nowUs: number) => Promise<void>, line?: object): Promise<void> {
    const nowUs = this.clock.nowUs();
    if (nowUs - (this.noted.get(key) ?? 0) < COARSE_US) return;
    if (this.noted.size >= MAX_NOTED) this.noted.clear();
    this.noted.set(key, nowUs);
    if (line) this.log.warn(line);
    try {
      await this.database.write('note health of identity provider', (tx) => write(tx, nowUs));
    } catch (error) {
      this.noted.delete(key);
      if (!isWriteBan(error)) this.log.warn({ message: 'health of an identity provider not written', err: error });
    }
  }
}
