// Limits guessing at one entry of a directory over all names and spellings that lead to it. A full counter is answered like a wrong password:
// otherwise it would reveal that two names are one person (docs/adr/0014-guessing-and-mailed-codes.md).
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import type { IdentityProvider } from '../../authentication/identity-providers/identity-provider.js';
import { lockedAtLimit } from '../../organizations/attempts/attempt-rules.js';
import { again, Attempts, type Counter } from '../../organizations/attempts/attempts.service.js';
import { Policies } from '../../organizations/policies/policies.service.js';

/** One attempt, whose entry is known once the directory has found it. */
export interface EntryAttempt {
  /** Counts the attempt. @returns whether the password may be compared */
  admits(entry: string): Promise<boolean>;
  /** After the right password. */
  forget(): Promise<void>;
  /** For an attempt whose password was not compared. */
  takeBack(): Promise<void>;
}

@Injectable()
export class DirectoryEntryAttempts {
  constructor(
    private readonly attempts: Attempts,
    private readonly policies: Policies,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /** Begins an attempt; nothing is counted yet. */
  begin(provider: Pick<IdentityProvider, 'no' | 'orgNo'>): EntryAttempt {
    const counted: Counter[] = [];
    return {
      admits: async (entry) => {
        const counter = await this.counter(provider, entry);
        const taken = await again(() =>
          this.database.write('count attempt at directory entry', (tx) => this.attempts.takeIn(tx, [counter])),
        );
        if (taken.kind === 'mustWait' || taken.full.size > 0) return false;
        counted.push(counter);
        return true;
      },
      forget: () => this.database.write('forget attempts at directory entry', (tx) => this.attempts.forget(tx, counted)),
      takeBack: async () => {
        if (counted.length === 0) return;
        await this.database.write('take back attempt at directory entry', (tx) => this.attempts.giveBack(tx, counted));
      },
    };
  }

  private async counter({ no, orgNo }: Pick<IdentityProvider, 'no' | 'orgNo'>, entry: string): Promise<Counter> {
    const policy = await this.policies.effectivePolicy(orgNo, 'lockout');
    const [key] = keyedDigests(this.keyring, 'directoryEntry', `${no} ${entry}`);
    return { key, rule: lockedAtLimit(policy), userNo: 0, quiet: true };
  }
}

/** Faults of an identity provider with which no password was compared; all other outcomes count as an attempt. */
const UNCOMPARED = new Set<unknown>(['unreachable', 'misconfigured']);

/** Whether an attempt ended without a comparison, by the fault of the directory or of its settings. A password that was sent may have been compared. */
export function isUncompared(error: unknown): boolean {
  return error instanceof Error && 'fault' in error && UNCOMPARED.has(error.fault) && !('passwordWasSent' in error);
}
