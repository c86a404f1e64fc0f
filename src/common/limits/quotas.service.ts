// Quotas of requests over all processes. Each process counts by itself, and processes share counts that come near a quota
// (docs/adr/0044-request-limits.md).
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { keyedDigests } from '../crypto/keyed-digest.js';
import { Keyring } from '../crypto/keyring.service.js';
import { Database, DuplicateKeyError } from '../database/database.js';
import { Clock } from '../primitives/clock.js';
import { isWriteBan } from '../primitives/domain-error.js';
import { SharedCountsRepository } from './shared-counts.repository.js';
import { type Claim, type Count, type QuotaState, WINDOW_S, Windows } from './windows.js';
import type { OutgoingHttpHeaders } from 'node:http';
import { OverLimitError } from '../primitives/over-limit-error.js';

/** How long a process waits before it shares counts, so that one unit of work covers many requests. */
const TELL_MS = 200;
/** After a failure each process counts only by itself for this long. */
const PAUSE_MS = 5_000;
const MAX_TOLD = 50;
/** Clocks of machines differ, so a count is kept longer than its window. */
const KEPT_WINDOWS = 5;

@Injectable()
export class Quotas implements BeforeApplicationShutdown {
  private readonly log = new Logger(Quotas.name);
  private readonly windows = new Windows();
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly repository: SharedCountsRepository,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** Counts one request against every quota key, or against none if one quota is used up. */
  take(claims: readonly Claim[]): { quotaStates: QuotaState[]; refused?: QuotaState } {
    const taken = this.windows.take(claims, this.clock.nowMs());
    if (this.database.isShared && this.windows.hasNews && !this.timer && !this.telling && !this.stopped)
      this.wait(TELL_MS, () => this.tellNow());
    return taken;
  }

  /** Shares the counts that came near a quota with other processes, and reads theirs. */
  tellNow(): Promise<void> {
    this.telling ??= this.tell()
      .catch((error: unknown) => this.pause(error))
      .finally(() => (this.telling = undefined));
    return this.telling;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.telling;
  }

  private pause(error: unknown): void {
    // In read-only mode each process counts by itself.
    if (!isWriteBan(error)) this.log.warn({ message: 'counts of requests are not shared', err: error });
    this.wait(PAUSE_MS, () => undefined);
  }

  private wait(ms: number, then: () => unknown): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void then();
    }, ms).unref();
  }

  private async tell(): Promise<void> {
    const { window, counts } = this.windows.takeNews(MAX_TOLD);
    if (counts.length === 0) return;
    // Sorted by key, so that two processes don't deadlock on each other's rows.
    const shared = counts
      .map(([key, count]) => ({ digest: keyedDigests(this.keyring, 'requests', `${window} ${key}`)[0], count, own: count.own }))
      .toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
    const totals = await this.addAll(shared, (window + KEPT_WINDOWS) * WINDOW_S * 1_000_000);
    for (const [at, { count, own }] of shared.entries()) {
      count.shared = own;
      count.others = Math.max(0, (totals[at] ?? own) - own);
    }
  }

  /** @returns the totals of all processes */
  private async addAll(shared: ReadonlyArray<{ digest: string; count: Count; own: number }>, expiresUs: number): Promise<number[]> {
    const add = () =>
      this.database.write('count requests', async (tx) => {
        const totals: number[] = [];
        for (const { digest, count, own } of shared) totals.push(await this.repository.add(tx, digest, own - count.shared, expiresUs));
        return totals;
      });
    // Another process created the row meanwhile; the second attempt updates it.
    return add().catch((error: unknown) => (error instanceof DuplicateKeyError ? add() : Promise.reject(error)));
  }
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10: lists of strings with parameters (RFC 9651). */
const POLICY = 'RateLimit-Policy';
const LIMIT = 'RateLimit';

/** The state of quotas in a response: `q` requests in `w` seconds, of which `r` are left for `t` seconds. */
export function rateLimitFields(quotaStates: readonly QuotaState[]): Record<string, string> {
  if (quotaStates.length === 0) return {};
  return {
    [POLICY]: quotaStates.map(({ name, quota }) => `"${name}";q=${quota};w=${WINDOW_S}`).join(', '),
    [LIMIT]: quotaStates.map(({ name, left, seconds }) => `"${name}";r=${left};t=${seconds}`).join(', '),
  };
}

/** Adds the fields to those that a response already has. */
export function setRateLimitFields(
  response: { getHeader(name: string): OutgoingHttpHeaders[string]; setHeader(name: string, value: string): unknown },
  quotaStates: readonly QuotaState[],
): void {
  for (const [name, value] of Object.entries(rateLimitFields(quotaStates))) {
    const before = response.getHeader(name);
    response.setHeader(name, before === undefined ? value : `${String(before)}, ${value}`);
  }
}

/** @param whose owner of the quota, as in "this address" */
export function overLimit(refused: QuotaState, whose: string): OverLimitError {
  const message = `Too many requests of ${whose}: ${refused.quota} in ${WINDOW_S} seconds are allowed. Try again in ${refused.seconds} seconds.`;
  return new OverLimitError(message, refused.seconds, rateLimitFields([refused]));
}
