// Stores pushed authorization requests (RFC 9126), sealed: they can name a person. Each leads to one authorization at most, in all processes.
import { Injectable } from '@nestjs/common';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Clock } from '../../../common/primitives/clock.js';
import { AlreadyConsumedError, Artifacts } from './artifact.adapter.js';
import { PendingSignInsRepository, SIGN_IN_SECONDS } from './pending-sign-ins.repository.js';
import { requestContext } from './request-context.js';

/** The name of the library's model. */
export const PUSHED_REQUEST = 'PushedAuthorizationRequest';
const PURPOSE = 'sign-in';

@Injectable()
export class PushedRequests {
  constructor(
    private readonly artifacts: Artifacts,
    private readonly keyring: Keyring,
    private readonly pending: PendingSignInsRepository,
    private readonly clock: Clock,
  ) {}

  get adapter(): Adapter {
    const stored = this.artifacts.adapter(PUSHED_REQUEST, {
      // Any caller may name a public client. The requests of others count to the quotas of their clients.
      afterInsert: async (tx, id) => {
        const untilUs = this.clock.nowUs() + SIGN_IN_SECONDS * 1_000_000;
        if (Provider.ctx && !requestContext().credential) await this.pending.addPending(tx, id, Provider.ctx.ip, untilUs);
      },
      afterConsume: (tx, id) => this.pending.removePending(tx, id),
    });
    return {
      ...stored,
      upsert: async (id, payload, expiresIn) => stored.upsert(id, await this.sealed(payload), expiresIn),
      find: async (id) => this.opened(await stored.find(id)),
      consume: (id) => stored.consume(id).catch(refuseSecond),
    };
  }

  private async sealed({ request, ...payload }: AdapterPayload): Promise<AdapterPayload> {
    return { ...payload, request: await this.keyring.seal(PURPOSE, Buffer.from(String(request))) };
  }

  /** A request that was sealed by a key which is gone counts as unknown. */
  private async opened(payload: AdapterPayload | undefined | void): Promise<AdapterPayload | undefined> {
    const request = payload && (await this.keyring.open(PURPOSE, String(payload.request)));
    return payload && request ? { ...payload, request: request.toString() } : undefined;
  }
}

function refuseSecond(error: unknown): never {
  throw error instanceof AlreadyConsumedError
    ? new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used')
    : error;
}
