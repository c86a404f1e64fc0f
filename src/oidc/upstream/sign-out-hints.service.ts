// What a sign-out at a provider takes, kept until the session here ends. Only where administrators switched the sign-out there on.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import { SignOutHintsRepository, type UpstreamSession } from '../sessions/sign-out-hints.repository.js';
import type { SignOutHint } from './upstream.js';

const PURPOSE = 'upstream-sign-out';

@Injectable()
export class SignOutHints {
  constructor(
    private readonly repository: SignOutHintsRepository,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** Replaces what an earlier sign-in in the same session has left. */
  async keep(session: UpstreamSession, hint: SignOutHint): Promise<void> {
    const payload = JSON.stringify({ sealed: await this.keyring.seal(PURPOSE, Buffer.from(JSON.stringify(hint))) });
    const expiresUs = this.clock.nowUs() + SESSION_SECONDS * 1_000_000;
    try {
      await this.database.write('keep what signs out at a provider', (tx) => this.repository.store(tx, session, payload, expiresUs));
    } catch (error) {
      // The same session by another request at the same time: either serves.
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }

  /** Forgets it. @returns undefined if nothing is kept */
  async take(session: UpstreamSession): Promise<SignOutHint | undefined> {
    const nowUs = this.clock.nowUs();
    const payload = await this.database.write('take what signs out at a provider', (tx) => this.repository.take(tx, session, nowUs));
    if (payload === undefined) return undefined;
    const { sealed } = JSON.parse(payload) as { sealed: string };
    const opened = await this.keyring.open(PURPOSE, sealed);
    return opened && (JSON.parse(opened.toString()) as SignOutHint);
  }
}
