// Ends the sessions here that rest on what an identity provider has ended.
import { Injectable } from '@nestjs/common';
import { type Check, checksOf } from '../../users/authentication/assurance/checks.js';
import { IdentityLinks } from '../../users/authentication/identity-providers/identity-links.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { BrowserSessionsRepository } from '../sessions/browser-sessions.repository.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import { type EndedUpstream, UpstreamEndsRepository } from '../sessions/upstream-ends.repository.js';
import { type RestingSession, UpstreamSessionsRepository } from '../sessions/upstream-sessions.repository.js';

/** If one request names more sessions, it ends all of the person. */
const MAX_IDS = 50;

@Injectable()
export class UpstreamSignOut {
  constructor(
    private readonly links: IdentityLinks,
    private readonly upstreamSessions: UpstreamSessionsRepository,
    private readonly browserSessions: BrowserSessionsRepository,
    private readonly upstreamEnds: UpstreamEndsRepository,
    private readonly sessionEnd: SessionEnd,
  ) {}

  /**
   * Ends every session with a check at this provider, and sign-ins under way. Sessions of others, and those without such a check, stay. Record
   * the use of the provider's message afterwards: until this returns, a repeat of the message must count.
   */
  async end(provider: Pick<IdentityProvider, 'no' | 'id'>, { subject, sessionIds }: EndedUpstream): Promise<void> {
    const named = subject !== undefined && sessionIds.length > MAX_IDS ? [] : sessionIds.slice(0, MAX_IDS);
    await this.upstreamEnds.note(provider.id, { subject, sessionIds: named });
    // The session of a check that names none is not known, so it is among those of the person.
    const isEnded = ({ upstreamSession: id }: Check) => named.length === 0 || id === undefined || named.includes(id);
    const rests = (session: RestingSession) => checksIn(session).some((check) => check.provider === provider.id && isEnded(check));
    for await (const sessions of subject === undefined ? this.ofSessions(provider.id, named) : this.ofPerson(provider.no, subject)) {
      const uids = new Set(sessions.filter(rests).map(({ uid }) => uid));
      for (const uid of uids) await this.sessionEnd.endSession(uid, 'endedByDirectory', provider.id);
    }
  }

  private async *ofSessions(providerId: string, sessionIds: readonly string[]): AsyncGenerator<RestingSession[]> {
    for (const id of sessionIds) yield* this.upstreamSessions.all(providerId, id);
  }

  /** The sessions of the person who is linked to the subject. */
  private async *ofPerson(providerNo: number, subject: string): AsyncGenerator<RestingSession[]> {
    const link = await this.links.find(providerNo, subject);
    if (link) yield* this.browserSessions.allOfUser(link.userNo);
  }
}

function checksIn({ payload }: RestingSession): readonly Check[] {
  return checksOf(JSON.parse(payload) as { checks?: Check[]; loginTs?: number });
}
