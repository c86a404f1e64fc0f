// The sessions of one browser: who is signed in to it, and what the account chooser remembers.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import type { SessionHolder } from '../tokens/subjects.service.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.service.js';
import { renewed, sessionsKeyOf, type Browser } from './browser-cookie.js';
import { browserName } from './browser-name.js';
import { BrowserSessionsRepository } from './browser-sessions.repository.js';

/** A session that holds: not ended, and its user may be believed to be who signed in. */
export interface LiveSession {
  uid: string;
  subject: LiveSubject;
  /** More sessions of the same user in the same browser, as two sign-ins at one time leave them; they end with it. */
  doubles?: readonly string[];
}

/** One of a person's own sessions, in whatever browser. Times are seconds since 1970 UTC. */
export interface OwnSession {
  uid: string;
  signedIn: number;
  /** The kind of browser it was last used in, as far as that is known. */
  browserName: string | undefined;
}

/** People have one or two accounts; a browser on a counter has some more. */
export const MAX_SESSIONS = 10;

/** Being used again within this time is not worth a write. */
const NOTED_US = 60_000_000;

@Injectable()
export class BrowserSessions {
  constructor(
    private readonly repository: BrowserSessionsRepository,
    private readonly subjects: Subjects,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The live sessions of a browser, the last used first, one for each user. */
  async list(browser: Browser | undefined): Promise<LiveSession[]> {
    if (!browser) return [];
    const found = new Map<number, LiveSession>();
    for (const { uid, payload } of await this.repository.list(sessionsKeyOf(browser))) {
      const { holder } = JSON.parse(payload) as { holder?: SessionHolder };
      const subject = holder && (await this.subjects.signedIn(holder));
      if (!subject) continue;
      const first = found.get(subject.userNo);
      const doubles = first && first.uid !== uid ? [...(first.doubles ?? []), uid] : first?.doubles;
      found.set(subject.userNo, { ...(first ?? { uid, subject }), ...(doubles && { doubles }) });
    }
    return [...found.values()];
  }

  /** The live sessions of a person, the last used first. */
  async ofUser({ userNo, generation, organizationGeneration }: LiveSubject): Promise<OwnSession[]> {
    const own = new Map<string, OwnSession>();
    for (const { uid, browserName, payload } of await this.repository.ofUser(this.database.query, userNo)) {
      const { holder, loginTs } = JSON.parse(payload) as { holder?: SessionHolder; loginTs?: number };
      const holds = holder?.generation === generation && holder.organizationGeneration === organizationGeneration;
      if (holds && !own.has(uid)) own.set(uid, { uid, signedIn: loginTs ?? 0, browserName: browserName ?? undefined });
    }
    return [...own.values()];
  }

  /**
   * Notes that a session is used in a browser. With a sign-in the browser gets a new secret, so that nobody who knew the one before
   * comes to a session that began after.
   * @param userAgent how the browser calls itself
   * @returns the browser as it is called from now on
   */
  async remember(
    browser: Browser,
    { uid, subject }: LiveSession,
    { signedIn, userAgent }: { signedIn: boolean; userAgent: string | undefined },
  ): Promise<Browser> {
    const after = signedIn ? renewed(browser) : browser;
    const [before, key] = [sessionsKeyOf(browser), sessionsKeyOf(after)];
    const usedUs = signedIn ? undefined : await this.repository.usedUs(key, uid);
    const now = this.clock.nowUs();
    if (usedUs === undefined || usedUs + NOTED_US < now) {
      const { userNo, orgNo } = subject;
      await this.repository.remember(
        before,
        key,
        { uid, userNo, orgNo, browserName: browserName(userAgent) },
        now + SESSION_SECONDS * 1_000_000,
      );
    }
    return after;
  }
}
