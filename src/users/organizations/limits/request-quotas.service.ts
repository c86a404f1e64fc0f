// The request limits: of a network address, counted before any other work for a request and without a query, and of a client, a caller and an
// organization, once they are authenticated.
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientAddresses, networkOf } from '../../../common/http/client-network.js';
import type { Gate, Refusal } from '../../../common/admission/gate.js';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { CallerLimits } from '../../../common/access/caller-limits.js';
import type { Principal } from '../../../common/access/principal.js';
import { overLimit, Quotas, setRateLimitFields } from '../../../common/limits/quotas.service.js';
import type { QuotaState } from '../../../common/limits/windows.js';
import { REFUSALS } from '../../../common/observation/topics.js';
import { WHOLE_SERVICE } from '../owners.repository.js';
import { Organizations } from '../organizations.service.js';
import { Policies } from '../policies/policies.service.js';
import { routeClass } from '../../../common/http/observed-requests.js';
import { defaultPolicy, type Policy } from '../policies/policy-kinds.js';

/** A class of requests with its own quotas: a field of the policy `addressLimits`. */
type LimitClass = keyof Policy<'addressLimits'>;

/** By route class. A class that is missing here has no limit: load balancers use the health checks. */
const BY_ROUTE: Readonly<Record<string, LimitClass>> = {
  token: 'token',
  pushed: 'token',
  deviceAuthorization: 'token',
  revocation: 'token',
  registration: 'token',
  introspection: 'introspection',
  userinfo: 'introspection',
  scim: 'scim',
  admin: 'admin',
  import: 'import',
  authorize: 'signIn',
  pages: 'signIn',
  documents: 'documents',
  other: 'documents',
};

/**
 * Classes with authenticated senders. `signIn` is not among them: strangers must not use up the requests that an organization's people need to sign
 * in.
 */
const KNOWN_SENDERS = {
  token: { caller: 'tokenPerClient', organization: 'token', name: 'client' },
  introspection: { caller: 'introspectionPerClient', organization: 'introspection', name: 'client' },
  scim: { caller: 'scimPerCaller', organization: 'scim', name: 'caller' },
  admin: { caller: 'adminPerCaller', organization: 'admin', name: 'caller' },
  import: { caller: 'importPerCaller', organization: 'import', name: 'caller' },
} as const satisfies Partial<Record<LimitClass, { caller: keyof Policy<'limits'>; organization: keyof Policy<'limits'>; name: string }>>;

/** @param path without the query, as sent by the client: the router ignores case */
function limitClass(path: string): LimitClass | undefined {
  return BY_ROUTE[routeClass(path.toLowerCase())];
}

function hasKnownSenders(name: LimitClass | undefined): name is keyof typeof KNOWN_SENDERS {
  return name !== undefined && Object.hasOwn(KNOWN_SENDERS, name);
}

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
export class RequestQuotas extends CallerLimits implements Gate, OnApplicationBootstrap {
  private readonly log = new Logger(RequestQuotas.name);
  private addressPolicy: Policy<'addressLimits'> = defaultPolicy('addressLimits');
  /** The config version of {@link addressPolicy}. */
  private readFor: number | undefined;
  private readonly verdicts = new WeakMap<IncomingMessage, Promise<void>>();

  constructor(
    private readonly addresses: ClientAddresses,
    private readonly quotas: Quotas,
    private readonly policies: Policies,
    private readonly organizations: Organizations,
    private readonly config: ConfigVersion,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.readAddressPolicy(await this.config.current());
  }

  admit(request: IncomingMessage, response: ServerResponse, path: string): Refusal | undefined {
    const address = this.addresses.of(request);
    const name = limitClass(path);
    if (!name) return undefined;
    const quota = this.currentAddressPolicy()[name];
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

  admitCaller(request: IncomingMessage, response: ServerResponse, path: string, caller: Principal, orgId: string): Promise<void> {
    const verdict = this.verdicts.get(request) ?? this.countCaller(response, path, caller, orgId);
    this.verdicts.set(request, verdict);
    return verdict;
  }

  /** Responses of SCIM and of the admin API always report the remaining quota. */
  private async countCaller(response: ServerResponse, path: string, caller: Principal, orgId: string): Promise<void> {
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

  /** The last policy read. A change applies once it is read, which the first request after it starts. */
  private currentAddressPolicy(): Policy<'addressLimits'> {
    const seen = this.config.lastSeen;
    if (seen !== undefined && seen !== this.readFor) void this.readAddressPolicy(seen);
    return this.addressPolicy;
  }

  private async readAddressPolicy(version: number): Promise<void> {
    this.readFor = version;
    try {
      this.addressPolicy = await this.policies.effectivePolicy(0, 'addressLimits', version);
    } catch (error) {
      // The next change, or a later request, reads it again.
      this.readFor = undefined;
      this.log.warn({ message: 'limits of addresses stay as they were', err: error });
    }
  }
}
