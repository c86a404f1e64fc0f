// Browser sessions of the library: stored like its other artifacts, but never after they have ended.
import { Injectable } from '@nestjs/common';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { secretDigest } from '../../../common/crypto/digest.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Assurances } from '../../../users/authentication/assurance/assurance.service.js';
import { type Check, checksOf } from '../../../users/authentication/assurance/checks.js';
import { bindingOf, type Browser } from '../../sessions/browser-cookie.js';
import { SessionEnd } from '../../sessions/session-end.service.js';
import { UpstreamEndsRepository } from '../../sessions/upstream-ends.repository.js';
import { SessionEndedError } from '../../tokens/stored/ended-sessions.repository.js';
import type { SessionHolder } from '../../tokens/content/subjects.service.js';
import { Artifacts } from './artifact.adapter.js';
import { PendingSignInsRepository } from './pending-sign-ins.repository.js';
import { PUSHED_REQUEST } from './pushed-requests.adapter.js';
import { requestContext } from './request-context.js';
import { RequestLookups } from './request-lookups.service.js';
import { SessionWrites } from './session-writes.service.js';

/** An extension of a session by less than this is not written. */
const PROLONGED_SECONDS = 60;

@Injectable()
export class SessionAdapter {
  /** The sessions that {@link begin} is saving, with the numbers of their users. */
  private readonly beginning = new Map<string, number>();

  /** Of every unit in which a session gets a row. */
  private readonly rowHooks = {
    combine: withStoredAuthorizations,
    beforeInsert: (tx: Transaction, uid: string) => this.writes.beforeInsert(tx, uid),
  };

  /** The IP addresses of the interactions that {@link beginInteraction} is saving, by the ids of their rows. */
  private readonly askedFrom = new Map<string, string>();

  constructor(
    private readonly artifacts: Artifacts,
    private readonly writes: SessionWrites,
    private readonly lookups: RequestLookups,
    private readonly assurances: Assurances,
    private readonly sessionEnd: SessionEnd,
    private readonly upstreamEnds: UpstreamEndsRepository,
    private readonly pending: PendingSignInsRepository,
    private readonly clock: Clock,
  ) {}

  get sessions(): Adapter {
    const stored = this.artifacts.adapter('Session', {
      ...this.rowHooks,
      isRenamed: () => Provider.ctx !== undefined && requestContext().isRenamed === true,
      afterWrite: (tx, payload) => this.afterWrite(tx, payload),
    });
    return {
      ...stored,
      find: async (id) => this.ifHeld(noteStored(id, await stored.find(id))),
      // The library calls this for the id that a session is about to leave. The unit that saves the session removes that id, so that
      // nothing stored meanwhile is lost.
      destroy: async (id) => {
        if (Provider.ctx) requestContext().isRenamed = true;
        else await stored.destroy(id);
      },
      findByUid: async (uid) => this.ifHeld((await stored.findByUid(uid)) ?? undefined),
      upsert: async (id, payload, expiresIn) =>
        isStored(id, payload, this.clock.nowSeconds())
          ? undefined
          : stored
              .upsert(id, { ...payload, saved: this.clock.nowSeconds() }, await this.secondsLeft(payload, expiresIn ?? 0))
              .then(forgetBegin, ignoreEnd)
              .then(() => this.endIfEndedUpstream(payload)),
    };
  }

  /** Gives a session another id; the former one finds it no longer. @returns false if it has ended */
  async rename(uid: string, id: string): Promise<boolean> {
    try {
      return await this.artifacts.rename('Session', uid, id, this.rowHooks);
    } catch (error) {
      ignoreEnd(error);
      return false;
    }
  }

  /**
   * A sign-in in progress is bound to the browser that began it, by a cookie that no other host can set (RFC 6265bis section 4.1.3). A
   * sibling domain could set the library's own cookies.
   */
  get interactions(): Adapter {
    const stored = this.artifacts.adapter('Interaction', {
      // Outside of the library's requests, an interaction is begun by {@link beginInteraction}, or saved again after a person has passed a check.
      afterInsert: async (tx, id, expiresUs) => {
        const address = Provider.ctx?.ip ?? this.askedFrom.get(id);
        if (address !== undefined) await this.pending.addPending(tx, id, address, expiresUs);
      },
      // Its pushed request is kept as long: the library checks at the beginning whether that has expired, and at the end whether another
      // sign-in has used it.
      afterWrite: async (tx, { parJti }, expiresUs) => {
        if (typeof parJti === 'string') await this.artifacts.keepUntil(tx, PUSHED_REQUEST, parJti, expiresUs);
      },
      afterRemove: (tx, id) => this.pending.removePending(tx, id),
    });
    return {
      ...stored,
      find: async (id) => {
        const [payload, browser] = [await stored.find(id), browserAtHand()];
        return browser && payload?.['browser'] !== bindingOf(browser) ? undefined : payload;
      },
      upsert: (id, payload, expiresIn) => {
        const browser = browserAtHand();
        const begun = this.clock.nowSeconds();
        return stored.upsert(id, { begun, ...(browser && { browser: bindingOf(browser) }), ...payload }, expiresIn);
      },
    };
  }

  get replayDetection(): Adapter {
    return this.artifacts.adapter('ReplayDetection');
  }

  /** Ends a session and its tokens because another person signs in with it. */
  async endForOther(uid: string): Promise<void> {
    await this.sessionEnd.endSession(uid, 'otherAccount');
  }

  /** Saves a session in which a person signs in outside of the library's requests. The event is logged in the same unit of work. */
  async begin(uid: string, userNo: number, save: () => Promise<unknown>): Promise<void> {
    this.beginning.set(uid, userNo);
    await save().finally(() => this.beginning.delete(uid));
  }

  /** Saves an interaction that begins outside of the library's requests. Like every other one, it counts as a sign-in that a stranger began. */
  async beginInteraction(uid: string, address: string, save: () => Promise<unknown>): Promise<void> {
    const id = secretDigest(uid);
    this.askedFrom.set(id, address);
    await save().finally(() => this.askedFrom.delete(id));
  }

  /** Seconds until an unused session ends: by the policy, counted from now and from the sign-in. */
  private async secondsLeft(payload: AdapterPayload, atMost: number): Promise<number> {
    const { holder, checks, loginTs } = payload as { holder?: SessionHolder; checks?: Check[]; loginTs?: number };
    const subject = holder && (await this.lookups.signedIn(holder));
    if (!subject) return atMost;
    const left = await this.assurances.sessionSecondsLeft(subject, checksOf({ checks, loginTs }), await this.lookups.configVersion());
    return Math.min(atMost, left);
  }

  /**
   * A provider may end its session while a sign-in that rests on it is being saved. The provider's sign-out is noted before it reads which sessions to
   * end, and this reads the notes after the session is stored: so one of both ends it.
   */
  private async endIfEndedUpstream({ uid = '', ...payload }: AdapterPayload): Promise<void> {
    const ofProviders = checksOf(payload as { checks?: Check[]; loginTs?: number }).filter(({ provider }) => provider !== undefined);
    if (ofProviders.length === 0 || (await this.upstreamEnds.withoutEnded(ofProviders)).length === ofProviders.length) return;
    await this.sessionEnd.endSession(uid, 'endedByDirectory');
  }

  /** A browser session ends with the generation of the user who signed in. */
  private async ifHeld(payload: AdapterPayload | undefined): Promise<AdapterPayload | undefined> {
    if (!payload?.accountId) return payload;
    const holder = payload['holder'] as SessionHolder | undefined;
    return holder && (await this.lookups.signedIn(holder)) ? payload : undefined;
  }

  private afterWrite(tx: Transaction, payload: AdapterPayload): Promise<void> {
    const { uid = '' } = payload;
    const begun = Provider.ctx && requestContext().begun;
    return this.writes.afterWrite(tx, payload, begun?.uid === uid ? begun.userNo : this.beginning.get(uid));
  }
}

/** Undefined outside of the library's own requests: the pages check the browser themselves. */
function browserAtHand(): Browser | undefined {
  return Provider.ctx && requestContext().browser;
}

/** After the first save, a second save by the same request logs no event. */
function forgetBegin(): void {
  if (Provider.ctx) delete requestContext().begun;
}

/** A request in progress while its session ends does not revive it; the browser keeps a useless cookie. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof SessionEndedError)) throw error;
}

/** Records what is stored, because the library saves a session with each response. */
function noteStored(id: string, payload: AdapterPayload | undefined | void): AdapterPayload | undefined {
  if (payload && Provider.ctx) requestContext().storedSession = { id, content: contentOf(payload), saved: Number(payload['saved'] ?? 0) };
  return payload ?? undefined;
}

function isStored(id: string, payload: AdapterPayload, nowSeconds: number): boolean {
  const stored = Provider.ctx && requestContext().storedSession;
  return stored?.id === id && nowSeconds - stored.saved < PROLONGED_SECONDS && stored.content === contentOf(payload);
}

/** The parts of a session that are read. It leaves out when the session was saved, and its grants, which are new with each response. */
function contentOf({ iat: _iat, exp: _exp, jti: _jti, saved: _saved, authorizations = {}, ...rest }: AdapterPayload): string {
  const clients = Object.entries(authorizations).map(([clientId, { sid, persistsLogout }]) => [clientId, sid, persistsLogout]);
  return JSON.stringify([clients, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * A session merged with what concurrent requests have stored of it. If one client got two values of `sid` at once, the stored one stays.
 * @param stored the stored states, under any id of the session
 */
function withStoredAuthorizations(session: AdapterPayload, stored: readonly AdapterPayload[]): AdapterPayload {
  const authorizations = { ...session.authorizations };
  for (const [clientId, known] of stored.flatMap((other) => Object.entries(other.authorizations ?? {})))
    authorizations[clientId] = { ...authorizations[clientId], ...known };
  return { ...session, authorizations };
}
