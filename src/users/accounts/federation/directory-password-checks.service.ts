// Limits guessing at passwords of a directory that has no sign-in page of its own: attempts at a name and from a network are counted as for
// passwords of this service (docs/adr/0014-guessing-and-mailed-codes.md).
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import { networkOf } from '../../../common/http/client-network.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import type { IdentityProvider } from '../../authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../authentication/identity-providers/identity-providers.service.js';
import type { UpstreamIdentity } from '../../authentication/identity-providers/upstream-identity.js';
import { addressCounter } from '../../organizations/attempts/address-counter.js';
import { slowThenLocked } from '../../organizations/attempts/attempt-rules.js';
import { again, Attempts, type Counter } from '../../organizations/attempts/attempts.service.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import { isUncompared } from './directory-entry-attempts.service.js';

/** A name and a password typed for a directory. `ip` is the address of the browser. */
export interface DirectoryAttempt {
  provider: IdentityProvider;
  loginName: string;
  ip: string;
}

/** `mustWait`: the directory was not asked; `seconds` are whole and at least 1. */
export type DirectoryVerdict = { kind: 'right'; identity: UpstreamIdentity } | { kind: 'wrong' } | { kind: 'mustWait'; seconds: number };

@Injectable()
export class DirectoryPasswordChecks {
  constructor(
    private readonly attempts: Attempts,
    private readonly policies: Policies,
    private readonly providers: IdentityProviders,
    private readonly keyring: Keyring,
    private readonly database: Database,
  ) {}

  /**
   * Asks the directory, unless too many attempts failed recently. The answer of a provider that was disabled meanwhile counts as wrong.
   * @param authenticate asks the directory; an error that it throws is thrown again, and the attempt is taken back if nothing was compared
   */
  async check(attempt: DirectoryAttempt, authenticate: () => Promise<UpstreamIdentity | undefined>): Promise<DirectoryVerdict> {
    const [name, address, network] = [await this.nameCounter(attempt), addressCounter(this.keyring, attempt.ip), networkOf(attempt.ip)];
    const full = await this.attempts.waitOf([address]);
    if (full) return full;
    const taken = await this.attempts.countAttempt([name], network);
    if (taken.kind === 'mustWait') return taken;
    const identity = await authenticate().catch(async (error: unknown) => {
      if (isUncompared(error)) await this.attempts.takeBack([name], network);
      throw error;
    });
    if (identity) {
      // The directory may have taken its time.
      if (!(await this.providers.byId(attempt.provider.id))?.enabled) return { kind: 'wrong' };
      await this.database.write('accept password of directory', (tx) => this.attempts.forget(tx, [name]));
      return { kind: 'right', identity };
    }
    await again(() =>
      this.database.write('refuse password of directory', async (tx) => {
        await this.attempts.fail(tx, name);
        await this.attempts.takeIn(tx, [address]);
      }),
    );
    return { kind: 'wrong' };
  }

  private async nameCounter({ provider, loginName }: DirectoryAttempt): Promise<Counter> {
    const policy = await this.policies.effectivePolicy(provider.orgNo, 'lockout');
    const [key] = keyedDigests(this.keyring, 'directory', `${provider.no} ${foldKey(loginName.trim())}`);
    return { key, rule: slowThenLocked(policy), userNo: 0 };
  }
}
