// Ends a browser session from outside: the account chooser does what a sign-out does.
import { Injectable } from '@nestjs/common';
import { Provider } from 'oidc-provider';
import { newSecret } from '../../common/ids.js';
import { BrowserSessions } from '../sessions/browser-sessions.js';
import { GrantsRepository } from '../tokens/grants.repository.js';
import { Artifacts } from './artifact.adapter.js';
import type { Model, SessionModel } from './library.js';

@Injectable()
export class SessionEnds {
  private provider: Provider | undefined;

  constructor(
    private readonly artifacts: Artifacts,
    private readonly browserSessions: BrowserSessions,
    private readonly grants: GrantsRepository,
  ) {}

  /** Call with each provider that is built; what ends with a session is written at its model. */
  through(provider: Provider): void {
    this.provider = provider;
  }

  /** Ends a session and what hangs on it; one that has ended already is left alone. */
  async end(uid: string): Promise<void> {
    // Only its digest is stored, so the session gets an id that is known here.
    const id = newSecret();
    const found = await this.artifacts.rename('Session', uid, id);
    const session = found ? await (this.provider?.Session as unknown as Model<SessionModel> | undefined)?.find(id) : undefined;
    if (session) await session.destroy();
    else {
      // Its user may not be believed any more; the rest ends all the same.
      await this.artifacts.adapter('Session').destroy(id);
      await this.grants.endSession(uid);
    }
    await this.browserSessions.forget(uid);
  }
}
