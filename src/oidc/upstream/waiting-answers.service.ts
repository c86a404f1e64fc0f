// What waits here while a browser is at an identity provider: a sign-in or a sign-out. It is sealed, found by its handle alone, and used once.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Keyring, type Purpose } from '../../common/crypto/keyring.service.js';
import { Clock } from '../../common/primitives/clock.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { UpstreamRequestsRepository } from '../../users/authentication/identity-providers/upstream-requests.repository.js';

/** For the person to act at the provider. */
const LIFETIME_US = 900_000_000;
/** The `RelayState` of SAML (Bindings section 3.4.3). */
const MAX_HANDLE = 80;

/**
 * Limits what strangers can begin. It writes in the unit of work that stores or uses what waits.
 * @param id of what waits
 */
export type Limit = (tx: Transaction, id: string) => Promise<void>;

/** Each opens only what it sealed, so that a sign-out's handle answers no sign-in. With the name of the unit of work that begins it. */
const BEGIN = {
  'upstream-request': 'begin sign-in at provider',
  'upstream-sign-out': 'begin sign-out at provider',
} as const satisfies Partial<Record<Purpose, string>>;
const CLAIM = 'claim answer of provider';
type WaitingPurpose = keyof typeof BEGIN;

@Injectable()
export class WaitingAnswers {
  constructor(
    private readonly requests: UpstreamRequestsRepository,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /**
   * @param handle random; comes back with the answer @param content JSON
   * @param limit counts it; absent for what no stranger can begin
   */
  async keep(purpose: WaitingPurpose, { no }: Pick<IdentityProvider, 'no'>, handle: string, content: object, limit?: Limit): Promise<void> {
    const sealed = await this.keyring.seal(purpose, Buffer.from(JSON.stringify(content)));
    const expiresUs = this.clock.nowUs() + LIFETIME_US;
    const state = { digest: secretDigest(handle), providerNo: no, content: sealed, expiresUs };
    if (!limit) return this.requests.insert(BEGIN[purpose], state);
    await this.database.write(BEGIN[purpose], async (tx) => {
      await this.requests.insertIn(tx, state);
      await limit(tx, state.digest);
    });
  }

  /**
   * Uses up what waits for the answer of an enabled provider.
   * @param accepts whether this request may use it up; otherwise it waits on for its own
   * @param release counts it no longer; absent if it was kept without a limit
   * @returns undefined if nothing waits for it
   */
  async take<Content>(
    purpose: WaitingPurpose,
    { no }: Pick<IdentityProvider, 'no'>,
    handle: string,
    accepts: (content: Content) => boolean = () => true,
    release?: Limit,
  ): Promise<Content | undefined> {
    if (handle === '' || handle.length > MAX_HANDLE) return undefined;
    const digest = secretDigest(handle);
    const stored = await this.requests.find(digest);
    const opened = stored?.providerNo === no ? await this.keyring.open(purpose, stored.content) : undefined;
    const content = opened && (JSON.parse(opened.toString()) as Content);
    if (content === undefined || !accepts(content)) return undefined;
    return (await this.use(digest, release)) ? content : undefined;
  }

  private use(digest: string, release: Limit | undefined): Promise<boolean> {
    if (!release) return this.requests.use(CLAIM, digest);
    return this.database.write(CLAIM, async (tx) => {
      // In the order in which a limit removes the rows, so that no deadlock arises.
      await release(tx, digest);
      return this.requests.useIn(tx, digest);
    });
  }
}
