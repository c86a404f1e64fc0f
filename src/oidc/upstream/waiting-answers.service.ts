// What waits here while a browser is at an identity provider: a sign-in or a sign-out. It is sealed, found by its handle alone, and used once.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Keyring, type Purpose } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { UpstreamRequestsRepository } from '../../users/authentication/identity-providers/upstream-requests.repository.js';

/** For the person to act at the provider. */
const LIFETIME_US = 900_000_000;
/** The `RelayState` of SAML (Bindings section 3.4.3). */
const MAX_HANDLE = 80;

/** Each opens only what it sealed, so that a sign-out's handle answers no sign-in. With the name of the unit of work that begins it. */
const BEGIN = {
  'upstream-request': 'begin sign-in at provider',
  'upstream-sign-out': 'begin sign-out at provider',
} as const satisfies Partial<Record<Purpose, string>>;
type WaitingPurpose = keyof typeof BEGIN;

@Injectable()
export class WaitingAnswers {
  constructor(
    private readonly requests: UpstreamRequestsRepository,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** @param handle random; comes back with the answer @param content JSON */
  async keep(purpose: WaitingPurpose, { no }: Pick<IdentityProvider, 'no'>, handle: string, content: object): Promise<void> {
    const sealed = await this.keyring.seal(purpose, Buffer.from(JSON.stringify(content)));
    const expiresUs = this.clock.nowUs() + LIFETIME_US;
    await this.requests.insert(BEGIN[purpose], { digest: secretDigest(handle), providerNo: no, content: sealed, expiresUs });
  }

  /**
   * Uses up what waits for the answer of an enabled provider.
   * @param accepts whether this request may use it up; otherwise it waits on for its own
   * @returns undefined if nothing waits for it
   */
  async take<Content>(
    purpose: WaitingPurpose,
    { no }: Pick<IdentityProvider, 'no'>,
    handle: string,
    accepts: (content: Content) => boolean = () => true,
  ): Promise<Content | undefined> {
    if (handle === '' || handle.length > MAX_HANDLE) return undefined;
    const digest = secretDigest(handle);
    const stored = await this.requests.find(digest);
    const opened = stored?.providerNo === no ? await this.keyring.open(purpose, stored.content) : undefined;
    const content = opened && (JSON.parse(opened.toString()) as Content);
    if (content === undefined || !accepts(content)) return undefined;
    return (await this.requests.use('claim answer of provider', digest)) ? content : undefined;
  }
}
