// Redirects a browser to an identity provider, and receives the answer.
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { secretDigest } from '../../common/crypto/digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { newSecret } from '../../common/primitives/ids.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { UpstreamRequestsRepository } from '../../users/authentication/identity-providers/upstream-requests.repository.js';
import { bindingOf } from '../sessions/browser-cookie.js';
import { BrowserSessions } from '../sessions/browser-sessions.service.js';
import { UpstreamError } from '../upstream/upstream.js';
import { Upstreams } from '../upstream/upstreams.service.js';
import { isProviderId } from './provider-choice.service.js';
import { ReturnedIdentities } from './returned-identities.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

/** For the person to sign in there. */
const REQUEST_US = 900_000_000;
const PURPOSE = 'upstream-request';
const MAX_HANDLE = 80;

/** What waits for the answer of a provider; its digest and its provider stand beside it. */
interface Waiting {
  uid: string;
  /** The browser that began the sign-in. */
  binding: string;
  kept: Readonly<Record<string, string>>;
  forced: boolean;
  maxAge?: number | undefined;
  /** The parameter `request` of the sign-in's address. */
  carried?: string | undefined;
}

@Injectable()
export class ProviderRedirects {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly providers: IdentityProviders,
    private readonly requests: UpstreamRequestsRepository,
    private readonly returned: ReturnedIdentities,
    private readonly browserSessions: BrowserSessions,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a sign-in at the provider.
   * @param forced the person must authenticate again there
   * @returns the address to which the browser is redirected
   * @throws UpstreamError
   */
  async begin({ uid, pending, request }: SignInRequest, provider: IdentityProvider, forced: boolean, loginHint?: string): Promise<string> {
    const handle = newSecret();
    const { maxAge } = pending.demand;
    const { url, kept } = await this.upstreams.begin(provider, { handle, forceLogin: forced, maxAge, loginHint });
    const carried = typeof request.query.request === 'string' ? request.query.request : undefined;
    const waiting: Waiting = { uid, binding: pending.binding, kept, forced, maxAge, carried };
    const content = await this.keyring.seal(PURPOSE, Buffer.from(JSON.stringify(waiting)));
    const expiresUs = this.clock.nowUs() + REQUEST_US;
    await this.database.write('begin sign-in at provider', (tx) =>
      this.requests.insert(tx, { digest: secretDigest(handle), providerNo: provider.no, content, expiresUs }),
    );
    return url;
  }

  /**
   * Receives the answer of a provider. It belongs to the request that its handle names, which is used once.
   * @param parameters the query or the form
   * @returns the address of the sign-in that continues; undefined if no request of this browser waits for the answer
   */
  async receive(providerId: string, request: Request, parameters: URLSearchParams): Promise<string | undefined> {
    const handle = parameters.get('state') ?? parameters.get('RelayState') ?? '';
    if (handle === '' || handle.length > MAX_HANDLE || !isProviderId(providerId)) return undefined;
    const provider = await this.providers.byId(providerId);
    const waiting = provider && (await this.claim(request, provider, secretDigest(handle)));
    if (!provider || !waiting) return undefined;
    const { uid, binding, kept, forced, maxAge, carried } = waiting;
    const outcome = await this.upstreams.finish(provider, { kept, parameters, forceLogin: forced, maxAge }).then(
      (identity) => ({ identity }),
      (error: unknown) => {
        if (error instanceof UpstreamError) return { fault: error.fault };
        throw error;
      },
    );
    const sealed = await this.returned.seal(uid, binding, { providerId, forced, outcome });
    const query = new URLSearchParams({ with: sealed, ...(carried === undefined ? {} : { request: carried }) });
    return `/sign-in/${encodeURIComponent(uid)}/returned?${query.toString()}`;
  }

  /** The request that the answer belongs to, which is used up. */
  private async claim(request: Request, provider: IdentityProvider, digest: string): Promise<Waiting | undefined> {
    try {
      return await this.database.write('claim answer of provider', async (tx) => {
        const stored = await this.requests.claim(tx, digest);
        const content = stored?.providerNo === provider.no ? await this.keyring.open(PURPOSE, stored.content) : undefined;
        const waiting = content && (JSON.parse(content.toString()) as Waiting);
        if (!waiting || !this.mayAnswer(request, waiting)) throw new NotItsAnswerError();
        return waiting;
      });
    } catch (error) {
      if (error instanceof NotItsAnswerError) return undefined;
      throw error;
    }
  }

  /**
   * Another browser may not use up the request. A form that the provider's page posts has no cookie of this service, because they are `SameSite=Lax`;
   * its answer is checked when the browser continues.
   */
  private mayAnswer(request: Request, { binding }: Waiting): boolean {
    if (request.method === 'POST') return true;
    const browser = this.browserSessions.browserOf(request);
    return browser !== undefined && bindingOf(browser) === binding;
  }
}

/** Ends the unit of work, so that the request still waits for its own answer. */
class NotItsAnswerError extends Error {}
