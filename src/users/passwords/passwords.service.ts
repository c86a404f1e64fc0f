import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { hash } from 'bcrypt';
import { Gate } from '../../common/gate.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Policies } from '../policies/policies.service.js';
import { decoysBeside, verifyHash } from './hash-formats.js';
import { assertStrong } from './password-rules.js';
import { PasswordsRepository } from './passwords.repository.js';

/** At 5 hashes a second and core, a longer line would make people wait more than some seconds. */
const MAX_WAITING_PER_CORE = 32;

@Injectable()
export class Passwords {
  /** More hashes at once than cores only make each slower and starve everything else. */
  private readonly gate = new Gate('password check', availableParallelism(), availableParallelism() * MAX_WAITING_PER_CORE);

  constructor(
    private readonly repository: PasswordsRepository,
    private readonly policies: Policies,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /**
   * Whether `password` is the user's. Takes the same time when there is no such user, no password, or a cheaper hash that was imported,
   * so that the time does not tell who exists. An imported hash that costs more takes longer until it is replaced.
   * @throws DomainError `busy` when too many checks are waiting
   */
  async check(userNo: number | undefined, password: string): Promise<boolean> {
    const stored = userNo === undefined ? undefined : await this.repository.findHash(userNo);
    return this.gate.run(async () => {
      const fits = stored !== undefined && (await verifyHash(password, stored));
      for (const decoy of decoysBeside(stored, this.settings.passwordHashCost)) await verifyHash(password, decoy);
      return fits;
    });
  }

  /**
   * Checks a new password against the organization's policy and hashes it. Slow on purpose: call it before a unit of work, never in one.
   * @throws WeakPasswordError with every rule that is broken, or DomainError `busy`
   */
  async prepare(orgNo: number, password: string): Promise<string> {
    assertStrong(await this.policies.get(orgNo, 'password'), password);
    return this.hash(password);
  }

  /** Hashes without asking a policy. */
  hash(password: string): Promise<string> {
    return this.gate.run(() => hash(password, this.settings.passwordHashCost));
  }
}
