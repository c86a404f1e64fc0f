// Browser sessions of the library: kept like its other artifacts, but never after their end.
import { Injectable } from '@nestjs/common';
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Transaction } from '../../common/database/database.js';
import { SessionEvents } from '../../users/people/session-events.service.js';
import { SessionEndedError, EndedSessionsRepository } from '../tokens/ended-sessions.repository.js';
import { Artifacts } from './artifact.adapter.js';
import { requestContext } from './request-context.js';

/** A later end than the stored one is not worth a write within this time. */
const PROLONGED_SECONDS = 60;

@Injectable()
export class SessionAdapter {
  /** The sessions that {@link begin} is saving, and whose they are. */
  private readonly beginning = new Map<string, number>();

  constructor(
    private readonly artifacts: Artifacts,
    private readonly sessions: EndedSessionsRepository,
    private readonly log: SessionEvents,
  ) {}

  get adapter(): Adapter {
    const kept = this.artifacts.adapter('Session', (tx, payload) => this.afterWrite(tx, payload));
    return {
      ...kept,
      find: async (id) => noteStored(id, await kept.find(id)),
      upsert: async (id, payload, expiresIn) =>
        isStored(id, payload) ? undefined : kept.upsert(id, payload, expiresIn).then(forgetBegin, ignoreEnd),
    };
  }

  /** Saves a session that somebody signs in with outside of the library's requests; the log says so in the same unit of work. */
  async begin(uid: string, userNo: number, save: () => Promise<unknown>): Promise<void> {
    this.beginning.set(uid, userNo);
    await save().finally(() => this.beginning.delete(uid));
  }

  private async afterWrite(tx: Transaction, { uid = '' }: AdapterPayload): Promise<void> {
    await this.sessions.assertNotEnded(tx, uid);
    const begun = Provider.ctx && requestContext().begun;
    const userNo = begun?.uid === uid ? begun.userNo : this.beginning.get(uid);
    if (userNo !== undefined) await this.log.append(tx, 'user.session.added', userNo, uid);
  }
}

/** A request may save its session again. */
function forgetBegin(): void {
  if (Provider.ctx) delete requestContext().begun;
}

/** A request that was under way while its session ended does not bring it back; the browser is left with a cookie that opens nothing. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof SessionEndedError)) throw error;
}

/** Remembers what is stored, because the library saves a session with each answer. */
function noteStored(id: string, payload: AdapterPayload | undefined | void): AdapterPayload | undefined {
  if (payload && Provider.ctx) requestContext().storedSession = { id, content: contentOf(payload), exp: payload.exp ?? 0 };
  return payload ?? undefined;
}

function isStored(id: string, payload: AdapterPayload): boolean {
  const stored = Provider.ctx && requestContext().storedSession;
  return stored?.id === id && (payload.exp ?? 0) - stored.exp < PROLONGED_SECONDS && stored.content === contentOf(payload);
}

/** All of a session that somebody reads: not when it was saved, and not its grants, which are new with each answer. */
function contentOf({ iat: _iat, exp: _exp, jti: _jti, authorizations = {}, ...rest }: AdapterPayload): string {
  const sids = Object.entries(authorizations).map(([clientId, { sid }]) => [clientId, sid]);
  return JSON.stringify([sids, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
