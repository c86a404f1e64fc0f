// Why sign-outs of a provider were refused, for administrators.
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import type { UpstreamError } from '../upstream/upstream.js';

/** Strangers can send any number of messages, so each provider gets at most one line in this time. */
const EVERY_MS = 60_000;
/** The provider that was noted longest ago goes first. */
const MAX_PROVIDERS = 1_000;

/** Writes to the log alone: the state of a provider must not show what a stranger has sent. */
@Injectable()
export class RefusedSignOuts {
  private readonly log = new Logger('identity providers');
  private readonly notedMs = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  note({ id }: Pick<IdentityProvider, 'id'>, { message: failure }: UpstreamError): void {
    const nowMs = this.clock.nowMs();
    if (nowMs - (this.notedMs.get(id) ?? 0) < EVERY_MS) return;
    this.notedMs.delete(id);
    this.notedMs.set(id, nowMs);
    const [oldest] = this.notedMs.keys();
    if (this.notedMs.size > MAX_PROVIDERS && oldest !== undefined) this.notedMs.delete(oldest);
    this.log.warn({ message: 'a sign-out by an identity provider was refused', identityProviderId: id, failure });
  }
}
