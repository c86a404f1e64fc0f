// The sessions of one browser: the people signed in to it, and the sessions that the account chooser lists.
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Database } from '../../common/database/database.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clock } from '../../common/primitives/clock.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import { type LiveSubject, type SessionHolder, Subjects } from '../tokens/content/subjects.service.js';
import { type Check, checksOf } from '../../users/authentication/assurance/checks.js';
import { type Browser, browserCookie, newBrowser, readBrowser, renewed, sessionsKeyOf } from './browser-cookie.js';
import { browserName } from './browser-name.js';
import { BrowserSessionsRepository } from './browser-sessions.repository.js';

/** A live session: not ended, and its user is still active and of the same generation. */
export interface LiveSession {
  uid: string;
  subject: LiveSubject;
  /** The checks passed in the session. */
  checks: readonly Check[];
  /** Further sessions of the same user in the same browser, left by concurrent sign-ins. They end with this one. */
  doubles?: readonly string[];
}

/** A session listed for its browser. `usedUs`: when its use was last recorded, in microseconds since 1970 UTC. */
export interface ListedSession extends LiveSession {
  usedUs: number;
}

/** One of a person's own sessions, in any browser. `signedIn` is in seconds, `lastUsedUs` in microseconds since 1970 UTC. */
export interface OwnSession {
  uid: string;
  signedIn: number;
  /** May be up to a minute old. */
  lastUsedUs: number;
  /** The kind of browser it was last used in, if known. */
  browserName: string | undefined;
}

/** People have one or two accounts; a shared browser has a few more. */
export const MAX_SESSIONS = 10;

/** A session used again within this time is not written again. */
const RECORD_EVERY_US = 60_000_000;

@Injectable()
export class BrowserSessions {
  private readonly secure: boolean;

  constructor(
    private readonly repository: BrowserSessionsRepository,
    private readonly subjects: Subjects,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
  }

  /** The browser of a request, by its cookie; undefined for a browser without a cookie. */
  browserOf({ headers }: { headers: { cookie?: string | undefined } }): Browser | undefined {
    return readBrowser(headers.cookie, this.secure);
  }

  /** Does the same, but sets a new cookie with the response if the browser has none. */
  nameBrowser(request: { headers: { cookie?: string | undefined } }, response: Response): Browser {
    const known = this.browserOf(request);
    if (known) return known;
    const browser = newBrowser();
    response.cookie(...browserCookie(browser, this.secure));
    return browser;
  }

  /**
   * The live sessions of a browser, the last used first, one for each user.
   * @param findHolder finds the session's user, if the session is still valid
   */
  async listLive(
    browser: Browser | undefined,
    findHolder = (holder: SessionHolder) => this.subjects.signedIn(holder),
  ): Promise<ListedSession[]> {
    if (!browser) return [];
    const found = new Map<number, ListedSession>();
    for (const { uid, usedUs, payload } of await this.repository.listOfBrowser(sessionsKeyOf(browser))) {
      const { holder, ...kept } = JSON.parse(payload) as { holder?: SessionHolder; checks?: Check[]; loginTs?: number };
      const subject = holder && (await findHolder(holder));
      if (!subject) continue;
      const first = found.get(subject.userNo);
      const doubles = first && first.uid !== uid ? [...(first.doubles ?? []), uid] : first?.doubles;
      found.set(subject.userNo, { ...(first ?? { uid, subject, checks: checksOf(kept), usedUs }), ...(doubles && { doubles }) });
    }
    return [...found.values()];
  }

  /** The live sessions of a person, the last used first. */
  async listOfUser({ userNo, generation, organizationGeneration }: SessionHolder): Promise<OwnSession[]> {
    const own = new Map<string, OwnSession>();
    for (const { uid, usedUs: lastUsedUs, browserName, payload } of await this.repository.listOfUser(this.database.query, userNo)) {
      const { holder, loginTs } = JSON.parse(payload) as { holder?: SessionHolder; loginTs?: number };
      const holds = holder?.generation === generation && holder.organizationGeneration === organizationGeneration;
      if (holds && !own.has(uid)) own.set(uid, { uid, signedIn: loginTs ?? 0, lastUsedUs, browserName: browserName ?? undefined });
    }
    return [...own.values()];
  }

  /**
   * Records that a session is used in a browser. A sign-in gives the browser a new secret, so the old secret gives no access to sessions
   * that began later.
   * @param userAgent the request's User-Agent
   * @param lastUs when a use was last recorded, if that was read since the request arrived
   * @returns the browser under its current name
   */
  async recordUse(
    browser: Browser,
    { uid, subject }: Pick<LiveSession, 'uid' | 'subject'>,
    { signedIn, userAgent, lastUs }: { signedIn: boolean; userAgent: string | undefined; lastUs?: number | undefined },
  ): Promise<Browser> {
    const after = signedIn ? renewed(browser) : browser;
    const [before, key] = [sessionsKeyOf(browser), sessionsKeyOf(after)];
    const usedUs = signedIn ? undefined : (lastUs ?? (await this.repository.findLastUse(key, uid)));
    const now = this.clock.nowUs();
    if (usedUs === undefined || usedUs + RECORD_EVERY_US < now) {
      const use = { uid, userNo: subject.userNo, orgNo: subject.orgNo, browserName: browserName(userAgent) };
      await this.database.write('record use of browser session', async (tx) => {
        if (key !== before) await this.repository.renameBrowser(tx, before, key);
        await this.repository.saveUse(tx, key, use, now + SESSION_SECONDS * 1_000_000);
      });
    }
    return after;
  }
}
