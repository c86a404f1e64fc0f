// The request limits of a network address: counted before any other work for a request, without a query.
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { ClientAddresses } from '../../../common/admission/client-address.js';
import type { Gate, Refusal } from '../../../common/admission/gate.js';
import { Quotas } from '../../../common/limits/quotas.service.js';
import { overLimit, setRateLimitFields } from '../../../common/limits/rate-limit-fields.js';
import { REFUSALS } from '../../../common/observation/topics.js';
import { Policies } from '../policies/policies.service.js';
import { defaultPolicy, type Policy } from '../policies/policy-kinds.js';
import { networkOf } from '../../../common/http/client-network.js';
import { limitClass } from './limit-classes.js';

@Injectable()
export class AddressLimits implements Gate, OnApplicationBootstrap {
  private readonly log = new Logger(AddressLimits.name);
  private policy: Policy<'addressLimits'> = defaultPolicy('addressLimits');
  /** The config version of the policy. */
  private readFor: number | undefined;

  constructor(
    private readonly addresses: ClientAddresses,
    private readonly quotas: Quotas,
    private readonly policies: Policies,
    private readonly config: ConfigVersion,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.readPolicy(await this.config.current());
  }

  admit(request: IncomingMessage, response: ServerResponse, path: string): Refusal | undefined {
    const address = this.addresses.of(request);
    const name = limitClass(path);
    if (!name) return undefined;
    const quota = this.currentPolicy()[name];
    const { quotaStates, refused } = this.quotas.take([{ name: `${name}-address`, owner: networkOf(address), quota }]);
    if (!refused) {
      // Only for clients near the limit, because most responses of the fast path have only a few hundred bytes.
      setRateLimitFields(
        response,
        quotaStates.filter(({ left }) => left * 2 < quota),
      );
      return undefined;
    }
    if (REFUSALS.hasListeners) REFUSALS.publish({ class: name, of: 'address' });
    return { error: overLimit(refused, 'this network address'), isPage: name === 'signIn' };
  }

  /** The last policy read. A change applies once it is read, which the first request after it starts. */
  private currentPolicy(): Policy<'addressLimits'> {
    const seen = this.config.lastSeen;
    if (seen !== undefined && seen !== this.readFor) void this.readPolicy(seen);
    return this.policy;
  }

  private async readPolicy(version: number): Promise<void> {
    this.readFor = version;
    try {
      this.policy = await this.policies.effectivePolicy(0, 'addressLimits', version);
    } catch (error) {
      // The next change, or a later request, reads it again.
      this.readFor = undefined;
      this.log.warn({ message: 'limits of addresses stay as they were', err: error });
    }
  }
}
