// The request limits of a client, a caller and an organization, once they are authenticated.
import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallerLimits } from '../../../common/access/caller-limits.js';
import type { Principal } from '../../../common/access/principal.js';
import { Quotas } from '../../../common/limits/quotas.service.js';
import { overLimit, setRateLimitFields } from '../../../common/limits/rate-limit-fields.js';
import type { QuotaState } from '../../../common/limits/windows.js';
import { REFUSALS } from '../../../common/observation/topics.js';
import { WHOLE_SERVICE } from '../owners.repository.js';
import { Organizations } from '../organizations.service.js';
import { Policies } from '../policies/policies.service.js';
import { hasKnownSenders, KNOWN_SENDERS, limitClass } from './limit-classes.js';

/** The sender of a request. */
interface Sender {
  /** The id of a client or a user, unique in the service. */
  id: string;
  /** The sender's organization; its policy sets the limit, also for requests to other organizations. */
  orgNo: number;
  /** The config version at the time the sender was authenticated: quotas of this version are current. */
  configVersion: number | undefined;
}

@Injectable()
export class RequestQuotas extends CallerLimits {
  private readonly verdicts = new WeakMap<IncomingMessage, Promise<void>>();

  constructor(
    private readonly quotas: Quotas,
    private readonly policies: Policies,
    private readonly organizations: Organizations,
  ) {
    super();
  }

  admitCaller(request: IncomingMessage, response: ServerResponse, path: string, caller: Principal, orgId: string): Promise<void> {
    const verdict = this.verdicts.get(request) ?? this.admit(response, path, caller, orgId);
    this.verdicts.set(request, verdict);
    return verdict;
  }

  /** Responses of SCIM and of the admin API always report the remaining quota. */
  private async admit(response: ServerResponse, path: string, caller: Principal, orgId: string): Promise<void> {
    const { userId: id, configVersion } = caller;
    const about = await this.organizations.findOrganization(orgId, configVersion);
    const home = caller.orgId === orgId ? about : await this.organizations.findOrganization(caller.orgId, configVersion);
    setRateLimitFields(response, await this.take(path, { id, orgNo: home?.no ?? WHOLE_SERVICE, configVersion }, about?.no));
  }

  /** @param endpoint the path of the endpoint that authenticated the client. @throws OverLimitError */
  async admitClient(endpoint: string, client: Sender): Promise<void> {
    await this.take(endpoint, client, client.orgNo);
  }

  /** @param about the number of the organization that the request is about; without one, the request continues and is refused later */
  private async take(path: string, { id, orgNo, configVersion }: Sender, about: number | undefined): Promise<QuotaState[]> {
    const name = limitClass(path);
    if (!hasKnownSenders(name)) return [];
    const fields = KNOWN_SENDERS[name];
    const own = await this.policies.effectivePolicy(orgNo, 'limits', configVersion);
    const claims = [{ name: `${name}-${fields.name}`, owner: id, quota: own[fields.caller] }];
    if (about !== undefined) {
      const policy = about === orgNo ? own : await this.policies.effectivePolicy(about, 'limits', configVersion);
      claims.push({ name: `${name}-organization`, owner: String(about), quota: policy[fields.organization] });
    }
    const { quotaStates, refused } = this.quotas.take(claims);
    if (!refused) return quotaStates;
    const isCaller = refused.name === claims[0]?.name;
    if (REFUSALS.hasListeners) REFUSALS.publish({ class: name, of: isCaller ? 'caller' : 'organization' });
    throw overLimit(refused, isCaller ? `this ${fields.name}` : 'this organization');
  }
}
