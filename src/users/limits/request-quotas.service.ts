// How many requests a client, a caller and an organization may send, once it is known whose they are.
import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CallerLimits } from '../../common/access/caller-limits.js';
import type { Principal } from '../../common/access/principal.js';
import { Quotas } from '../../common/limits/quotas.service.js';
import { overLimit, tellStandings } from '../../common/limits/rate-limit-fields.js';
import type { Standing } from '../../common/limits/windows.js';
import { REFUSALS } from '../../common/observation/topics.js';
import { Organizations } from '../organizations/organizations.service.js';
import { Policies } from '../policies/policies.service.js';
import { hasKnownSenders, KNOWN_SENDERS, limitClass } from './limit-classes.js';

/** Whose request it is. */
interface Sender {
  /** Of a client or a user. */
  id: string;
  orgNo: number;
  /** As it was when the sender was found: quotas of this version are current. */
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

  /** Answers of SCIM and of the admin API always say how much is left. */
  private async admit(response: ServerResponse, path: string, { userId, configVersion }: Principal, orgId: string): Promise<void> {
    const organization = await this.organizations.findOrganization(orgId, configVersion);
    // What is about nothing goes on, to be refused as such.
    if (!organization) return;
    tellStandings(response, await this.take(path, { id: userId, orgNo: organization.no, configVersion }));
  }

  /** @param endpoint the path that a client asked, which proved who it is. @throws OverLimitError */
  async admitClient(endpoint: string, client: Sender): Promise<void> {
    await this.take(endpoint, client);
  }

  private async take(path: string, { id, orgNo, configVersion }: Sender): Promise<Standing[]> {
    const name = limitClass(path);
    if (!hasKnownSenders(name)) return [];
    const fields = KNOWN_SENDERS[name];
    const policy = await this.policies.effectivePolicy(orgNo, 'limits', configVersion);
    const caller = { name: `${name}-${fields.name}`, owner: `${orgNo} ${id}`, quota: policy[fields.caller] };
    const organization = { name: `${name}-organization`, owner: String(orgNo), quota: policy[fields.organization] };
    const { standings, refused } = this.quotas.take([caller, organization]);
    if (!refused) return standings;
    const isCaller = refused.name === caller.name;
    if (REFUSALS.isHeard) REFUSALS.tell({ class: name, of: isCaller ? 'caller' : 'organization' });
    throw overLimit(refused, isCaller ? `this ${fields.name}` : 'this organization');
  }
}
