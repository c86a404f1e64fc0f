// Redirects a browser to an identity provider, and receives the answer.
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Clock } from '../../common/primitives/clock.js';
import { newSecret } from '../../common/primitives/ids.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { PendingSignInsRepository, SIGN_IN_SECONDS } from '../provider/adapters/pending-sign-ins.repository.js';
import { bindingOf } from '../sessions/browser-cookie.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { isProviderId } from '../upstream/provider-id.js';
import { UpstreamError } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.service.js';
import { WaitingAnswers, type Limit } from '../upstream/waiting-answers.service.js';
import { ReturnedIdentities, type ProviderStep } from './returned-identities.service.js';

/** The step that a redirect belongs to, and how it continues. */
export interface RedirectingStep extends ProviderStep {
  /** The address on this service that continues after the answer. */
  returnTo: string;
  /** Seconds; an older authentication must be repeated there. */
  maxAge?: number | undefined;
  /** What the step needs to continue, as JSON. It is sealed like the identity. */
  carried?: object | undefined;
}

/** How a redirect begins. */
export interface RedirectStart {
  /** The person must authenticate again at the provider. */
  forced: boolean;
  loginHint?: string | undefined;
  /** The IP address of the browser, whose network may begin only so many. */
  address: string;
}

/** What waits for the answer of a provider. */
interface Waiting extends RedirectingStep {
  kept: Readonly<Record<string, string>>;
  forced: boolean;
}

/** As 0.1 kept it: only sign-ins to applications, by their ids, and the parameter `request` of their address. */
type EarlierWaiting = Omit<Waiting, 'name' | 'returnTo' | 'carried'> & { uid: string; carried?: string };

@Injectable()
export class ProviderRedirects {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly providers: IdentityProviders,
    private readonly waiting: WaitingAnswers,
    private readonly pending: PendingSignInsRepository,
    private readonly returned: ReturnedIdentities,
    private readonly browserSessions: BrowserSessions,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a sign-in at the provider.
   * @returns the address to which the browser is redirected
   * @throws UpstreamError
   */
  async begin(step: RedirectingStep, provider: IdentityProvider, { forced, loginHint, address }: RedirectStart): Promise<string> {
    const handle = newSecret();
    const { url, kept } = await this.upstreams.begin(provider, { handle, forceLogin: forced, maxAge: step.maxAge, loginHint });
    const waiting: Waiting = { ...step, kept, forced };
    const untilUs = this.clock.nowUs() + SIGN_IN_SECONDS * 1_000_000;
    await this.waiting.keep('upstream-request', provider, handle, waiting, (tx, id) => this.pending.addNew(tx, id, address, untilUs));
    return url;
  }

  /**
   * Receives the answer of a provider. It belongs to the request that its handle names, which is used once.
   * @param parameters the query or the form
   * @returns the address of the step that continues; undefined if no request of this browser waits for the answer
   */
  async receive(providerId: string, request: Request, parameters: URLSearchParams): Promise<string | undefined> {
    const handle = parameters.get('state') ?? parameters.get('RelayState') ?? '';
    if (handle === '' || !isProviderId(providerId)) return undefined;
    const provider = await this.providers.byId(providerId);
    const isIts = (waiting: { binding: string }) => this.mayAnswer(request, waiting);
    const release: Limit = (tx, id) => this.pending.removePending(tx, id);
    const taken = provider && (await this.waiting.take<Waiting | EarlierWaiting>('upstream-request', provider, handle, isIts, release));
    if (!provider || !taken) return undefined;
    const waiting = 'uid' in taken ? upgraded(taken) : taken;
    const { kept, forced, maxAge, carried, returnTo } = waiting;
    const outcome = await this.upstreams.finish(provider, { kept, parameters, forceLogin: forced, maxAge }).then(
      (identity) => ({ identity }),
      (error: unknown) => {
        if (error instanceof UpstreamError) return { fault: error.fault };
        throw error;
      },
    );
    const sealed = await this.returned.seal(waiting, { providerId, forced, outcome, ...(carried && { carried }) });
    const [path = '', query] = returnTo.split('?');
    return `${path}?${new URLSearchParams({ with: sealed }).toString()}${query === undefined ? '' : `&${query}`}`;
  }

  /**
   * Another browser may not use up the request. A form that the provider's page posts has no cookie of this service, because they are `SameSite=Lax`;
   * its answer is checked when the browser continues.
   */
  private mayAnswer(request: Request, { binding }: { binding: string }): boolean {
    if (request.method === 'POST') return true;
    const browser = this.browserSessions.browserOf(request);
    return browser !== undefined && bindingOf(browser) === binding;
  }
}

function upgraded({ uid, carried, ...waiting }: EarlierWaiting): Waiting {
  const query = carried === undefined ? '' : `?${new URLSearchParams({ request: carried }).toString()}`;
  return { ...waiting, name: uid, returnTo: `/sign-in/${encodeURIComponent(uid)}/returned${query}` };
}
