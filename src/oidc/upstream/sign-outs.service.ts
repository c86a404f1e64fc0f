// A person signs out: the session here ends, and then, if its settings say so, the one at the identity provider that it rests on.
import { Injectable } from '@nestjs/common';
import { newSecret } from '../../common/primitives/ids.js';
import { IdentityLinks } from '../../users/authentication/identity-providers/identity-links.service.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import { UpstreamError, type BrowserMessage } from './upstream.js';
import { Upstreams } from './upstreams.service.js';
import { WaitingAnswers } from './waiting-answers.service.js';

const PURPOSE = 'upstream-sign-out';

/** What waits for the answer of the provider. */
interface Waiting {
  /** Where the browser goes then. */
  next: string;
  kept: Readonly<Record<string, string>>;
}

@Injectable()
export class SignOuts {
  constructor(
    private readonly sessionEnd: SessionEnd,
    private readonly providers: IdentityProviders,
    private readonly links: IdentityLinks,
    private readonly upstreams: Upstreams,
    private readonly waiting: WaitingAnswers,
  ) {}

  /**
   * Ends a session. Whatever a provider does or doesn't, the session here has ended by then.
   * @param next where the browser goes after the provider
   * @returns the page of the provider that the browser goes to first; undefined if there is none
   */
  async end(session: LiveSession, next: string): Promise<string | undefined> {
    await this.sessionEnd.endWithDoubles(session, 'signedOut');
    try {
      return await this.beginAtProvider(session, next);
    } catch (error) {
      // Administrators see it in the state of the provider.
      if (error instanceof UpstreamError) return undefined;
      throw error;
    }
  }

  /** Receives the answer of a provider. @returns where the browser goes; undefined if no sign-out waits for it */
  async receive(providerId: string, handle: string, message: BrowserMessage): Promise<string | undefined> {
    const provider = await this.providers.byId(providerId);
    const waiting = provider && (await this.waiting.take<Waiting>(PURPOSE, provider, handle));
    if (!provider || !waiting) return undefined;
    try {
      await this.upstreams.finishSignOut(provider, { kept: waiting.kept, message });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
    return waiting.next;
  }

  /** At the provider that the person signed in with last. */
  private async beginAtProvider({ checks, subject: person }: LiveSession, next: string): Promise<string | undefined> {
    const [check] = checks.filter(({ provider }) => provider !== undefined).toSorted((a, b) => b.at - a.at);
    const provider = check?.provider === undefined ? undefined : await this.providers.byId(check.provider);
    if (!check || !provider?.rules.upstreamSignOut) return undefined;
    const link = (await this.links.ofPerson(person.orgNo, person.userNo)).find(({ providerNo }) => providerNo === provider.no);
    const handle = newSecret();
    const session = { subject: link?.subject ?? '', sessionId: check.upstreamSession };
    const begun = await this.upstreams.beginSignOut(provider, session, handle);
    if (!begun) return undefined;
    const waiting: Waiting = { next, kept: begun.kept };
    await this.waiting.keep(PURPOSE, provider, handle, waiting);
    return begun.url;
  }
}
