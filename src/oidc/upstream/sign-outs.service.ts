// A person signs out: the session here ends, and then, if its settings say so, the one at the identity provider that it rests on.
import { Injectable } from '@nestjs/common';
import { newSecret } from '../../common/primitives/ids.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { bindingOf, type Browser } from '../sessions/browser-cookie.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import { FrontChannelLogout } from '../sessions/front-channel-logout.service.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import { SignOutHints } from './sign-out-hints.service.js';
import { UpstreamError, type BrowserMessage, type SignOutHint } from './upstream.js';
import { Upstreams } from './upstreams.service.js';
import { WaitingAnswers } from './waiting-answers.service.js';

const PURPOSE = 'upstream-sign-out';

/** What waits for the answer of the provider. */
interface Waiting {
  /** Where the browser goes then. */
  next: string;
  /** The browser that signed out: the provider knows the handle too, and `next` has the `state` of the application. */
  binding: string;
  /** Absent once the answer has been checked. */
  kept?: Readonly<Record<string, string>> | undefined;
}

@Injectable()
export class SignOuts {
  constructor(
    private readonly sessionEnd: SessionEnd,
    private readonly frontChannel: FrontChannelLogout,
    private readonly providers: IdentityProviders,
    private readonly hints: SignOutHints,
    private readonly upstreams: Upstreams,
    private readonly waiting: WaitingAnswers,
  ) {}

  /**
   * Ends a session. Whatever a provider does or doesn't, the session here has ended by then.
   * @param next where the browser goes after the provider @param browser absent: it has no cookie, so no provider sends it back
   * @returns the page of the provider that the browser goes to first, if there is one, and the addresses of applications to open in frames
   */
  async end(
    session: LiveSession,
    next: string,
    browser: Browser | undefined,
  ): Promise<{ atProvider?: string | undefined; frames: string[] }> {
    const there = browser && (await this.sessionThere(session));
    // It would end with the session here.
    const hint = there && (await this.hints.take(there.check));
    const frames = await this.frontChannel.addressesFor(await this.sessionEnd.endWithDoubles(session, 'signedOut'));
    if (!there) return { frames };
    try {
      return { atProvider: await this.beginAt(there.provider, hint, { next, binding: bindingOf(browser) }), frames };
    } catch (error) {
      // Administrators see it in the state of the provider.
      if (error instanceof UpstreamError) return { frames };
      throw error;
    }
  }

  /**
   * Receives the answer of a provider by a redirect.
   * @returns where the browser goes; undefined if no sign-out of this browser waits for it
   */
  async receive(providerId: string, handle: string, message: BrowserMessage, browser: Browser | undefined): Promise<string | undefined> {
    if (!browser) return undefined;
    const found = await this.take(providerId, handle, ({ binding }) => binding === bindingOf(browser));
    if (found) await this.check(found.provider, found.waiting, message);
    return found?.waiting.next;
  }

  /**
   * Receives the answer of a provider by a form, with which the browser sends no cookie.
   * @returns where the browser shows which one it is, and goes on; undefined if no sign-out waits for the answer
   */
  async receiveForm(providerId: string, handle: string, message: BrowserMessage): Promise<string | undefined> {
    const found = await this.take(providerId, handle, ({ kept }) => kept !== undefined);
    if (!found) return undefined;
    const { provider, waiting } = found;
    await this.check(provider, waiting, message);
    const state = newSecret();
    const { next, binding } = waiting;
    await this.waiting.keep(PURPOSE, provider, state, { next, binding } satisfies Waiting);
    return `${this.upstreams.signedOutUrl(provider.id)}?${new URLSearchParams({ state }).toString()}`;
  }

  private async take(
    providerId: string,
    handle: string,
    accepts: (waiting: Waiting) => boolean,
  ): Promise<{ provider: IdentityProvider; waiting: Waiting } | undefined> {
    const provider = await this.providers.byId(providerId);
    const waiting = provider && (await this.waiting.take<Waiting>(PURPOSE, provider, handle, accepts));
    return provider && waiting && { provider, waiting };
  }

  /** The person has signed out here, whatever the provider says. */
  private async check(provider: IdentityProvider, { kept }: Waiting, message: BrowserMessage): Promise<void> {
    try {
      if (kept) await this.upstreams.finishSignOut(provider, { kept, message });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
  }

  /** The provider that the person signed in with last, if people are signed out there too. */
  private async sessionThere({ checks }: LiveSession): Promise<{ check: Check; provider: IdentityProvider } | undefined> {
    const [check] = checks.filter(({ provider }) => provider !== undefined).toSorted((a, b) => b.at - a.at);
    const provider = check?.provider === undefined ? undefined : await this.providers.byId(check.provider);
    return check && provider?.rules.upstreamSignOut ? { check, provider } : undefined;
  }

  private async beginAt(
    provider: IdentityProvider,
    hint: SignOutHint | undefined,
    { next, binding }: Pick<Waiting, 'next' | 'binding'>,
  ): Promise<string | undefined> {
    const handle = newSecret();
    const begun = await this.upstreams.beginSignOut(provider, { handle, hint });
    if (!begun) return undefined;
    await this.waiting.keep(PURPOSE, provider, handle, { next, binding, kept: begun.kept } satisfies Waiting);
    return begun.url;
  }
}
