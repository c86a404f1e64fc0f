// Policies. Each field is taken from the organization, else the service, else the defaults of the table of kinds, and raised to its floor
// (docs/adr/0051-policies-of-the-service-are-floors.md). Without a row, nothing is set.
import { DomainError, faultsFound } from '../../../common/primitives/domain-error.js';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { PoliciesRepository, type Decision } from './policies.repository.js';
import {
  asksEverybodyForMore,
  defaultPolicy,
  factsOf,
  DECIDED_KINDS,
  type AssurancePolicy,
  type PasswordPolicy,
  type Policy,
  type PolicyChange,
  type PolicyKind,
} from './policy-kinds.js';
import { belowFloor, fieldsThatEndanger, raised } from './policy-floors.js';
import type { Precondition } from '../../../common/database/precondition.js';

/** A kind of policy in an organization, or in the whole service. */
export interface PolicyState<Kind extends PolicyKind = PolicyKind> {
  kind: Kind;
  /** The fields set here. */
  own: Partial<Policy<Kind>>;
  /** The policy without the own fields: the service's fields over the defaults; for the service, the defaults. */
  inherited: Policy<Kind>;
  /** The policy that applies: own over inherited, raised to the floors. */
  effective: Policy<Kind>;
  /** Where each value of `effective` comes from. */
  sources: { [Name in keyof Policy<Kind>]: PolicySource };
}

/** The level that a value comes from, and the floor that raised it, if any. */
export interface PolicySource {
  from: 'organization' | 'service' | 'default';
  /** `product`: no organization may go below it unless the service sets a weaker value. */
  raisedBy?: 'service' | 'product';
}

/** Conditions for a change of policy. */
export interface PolicyTerms<Kind extends PolicyKind> {
  /** Throws unless the state before the change is what the caller expects. */
  expected?: Precondition<PolicyState<Kind>> | undefined;
  /**
   * Throws, inside the unit of work, if the caller may not weaken the protection of the people of an organization (0: of all). Absent: allowed for
   * all people.
   */
  permit?: (tx: Transaction, orgNo: number, fields: readonly string[]) => Promise<void>;
}

type PolicyEvent = Pick<NewEvent, 'editor' | 'payload'> & { type: 'instance.policy.set' | 'instance.policy.reset' };

/** The organization number of policies of the whole service. */
const WHOLE_SERVICE = 0;

/** Switches for the whole service; all are off until an administrator turns them on. */
export const FEATURES = ['oidcTokenExchange'] as const;
export type Feature = (typeof FEATURES)[number];

@Injectable()
export class Policies {
  private readonly policies: ConfigCache<string, object>;
  private readonly switches: ConfigCache<'features', Record<Feature, boolean>>;

  constructor(
    private readonly repository: PoliciesRepository,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {
    this.policies = new ConfigCache(config);
    this.switches = new ConfigCache(config);
  }

  /** The policy that applies in an organization (0: in the service), as in {@link PolicyState}. */
  async effectivePolicy<Kind extends PolicyKind>(orgNo: number, kind: Kind, configVersion?: number): Promise<Policy<Kind>> {
    const load = async () => (await this.readState(orgNo, kind)).effective;
    return (await this.policies.get(`${orgNo} ${kind}`, load, configVersion)) as Policy<Kind>;
  }

  /** The same, raised to the service's policy including its defaults: the policy for people with roles in the whole service. */
  async effectivePolicyOfServiceRoles<Kind extends PolicyKind>(orgNo: number, kind: Kind, configVersion: number): Promise<Policy<Kind>> {
    const load = async () =>
      raised(kind, await this.effectivePolicy(orgNo, kind, configVersion), await this.effectivePolicy(WHOLE_SERVICE, kind, configVersion));
    return (await this.policies.get(`${orgNo} ${kind} service roles`, load, configVersion)) as Policy<Kind>;
  }

  /** The rules for a new password in an organization. `minLength` already considers the second factor. */
  async passwordPolicy(orgNo: number): Promise<PasswordPolicy> {
    return passwordRules(await this.effectivePolicy(orgNo, 'password'), await this.effectivePolicy(orgNo, 'assurance'));
  }

  /** The policy of one kind: what is set at each level, and what applies. @param orgNo 0: the whole service */
  async readState<Kind extends PolicyKind>(orgNo: number, kind: Kind, query?: Query): Promise<PolicyState<Kind>> {
    return stateOf(orgNo, kind, await this.repository.listDecided(orgNo, kind, query));
  }

  /** The same for every kind that can be set there. */
  async listStates(orgNo: number): Promise<PolicyState[]> {
    const decisions = await this.repository.listDecided(orgNo);
    return DECIDED_KINDS.filter((kind) => isDecidedBy(orgNo, kind)).map((kind) => stateOf(orgNo, kind, decisions));
  }

  /**
   * Sets a policy for an organization (0: the whole service). Fields that `change` does not name stay; null inherits them again. An event has the
   * changed fields.
   * @returns the state after the change
   * @throws DomainError `invalid` for a value below its floor or a policy that prevents every sign-in, and any error that `terms` throw
   */
  async set<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    change: PolicyChange<Kind>,
    editor: string,
    terms: PolicyTerms<Kind> = {},
  ): Promise<PolicyState<Kind>> {
    return this.decide(orgNo, kind, terms, (own, decisions) => {
      const changed = Object.fromEntries(Object.entries(change).filter(([name, value]) => !isDeepStrictEqual(value, own[name] ?? null)));
      assertReachesFloors(orgNo, kind, changed as PolicyChange<Kind>, decisions);
      const after = Object.fromEntries(Object.entries({ ...own, ...changed }).filter(([, value]) => value !== null));
      const isChanged = Object.keys(changed).length > 0;
      return isChanged ? { after, event: { type: 'instance.policy.set', editor, payload: { kind, ...changed } } } : undefined;
    });
  }

  /**
   * Deletes the policy of an organization (0: the whole service), so that it inherits again.
   * @returns the state after the change.
   * @throws as {@link set}
   */
  async resetPolicy<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    editor: string,
    terms: PolicyTerms<Kind> = {},
  ): Promise<PolicyState<Kind>> {
    return this.decide(orgNo, kind, terms, (own) =>
      Object.keys(own).length === 0 ? undefined : { after: {}, event: { type: 'instance.policy.reset', editor, payload: { kind } } },
    );
  }

  /** @param change returns the new policy and its event; undefined: nothing changes */
  private decide<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    { expected, permit }: PolicyTerms<Kind>,
    change: (own: Decision['body'], decisions: readonly Decision[]) => { after: object; event: PolicyEvent } | undefined,
  ): Promise<PolicyState<Kind>> {
    return this.database.write('decide policy', async (tx) => {
      // First: its row lock serializes all changes of policies and roles.
      await this.config.raise(tx);
      const decisions = await this.repository.listDecided(orgNo, kind, tx);
      const before = stateOf(orgNo, kind, decisions);
      await expected?.(before, tx);
      const wanted = change(decisions.find((one) => one.orgNo === orgNo)?.body ?? {}, decisions);
      if (!wanted) return before;
      const body = wanted.after as Decision['body'];
      const decided = [...decisions.filter((one) => one.orgNo !== orgNo), { orgNo, kind, body }];
      const contradiction = contradictionIn(kind, decidedPolicy(orgNo, kind, decided));
      if (contradiction !== undefined) throw new DomainError('invalid', 'policy.contradiction', contradiction);
      const after = stateOf(orgNo, kind, decided);
      const endangering = fieldsThatEndanger(kind, before.effective, after.effective);
      if (endangering.length > 0) await permit?.(tx, orgNo, endangering);
      await this.keep(tx, orgNo, kind, body);
      await this.events.appendNext(tx, { ...wanted.event, orgNo, id: 'instance' });
      return after;
    });
  }

  /** Replaces the row of a policy; an empty policy has no row. */
  private async keep(tx: Transaction, orgNo: number, kind: PolicyKind, decided: object): Promise<void> {
    await this.repository.deletePolicy(tx, orgNo, kind);
    if (Object.keys(decided).length > 0) await this.repository.insertPolicy(tx, orgNo, kind, decided);
  }

  /** Every feature and whether it is on. */
  features(configVersion?: number): Promise<Record<Feature, boolean>> {
    return this.switches.get('features', () => this.readFeatures(), configVersion);
  }

  private async readFeatures(query?: Query): Promise<Record<Feature, boolean>> {
    const on = await this.repository.enabledFeatures(query);
    return Object.fromEntries(FEATURES.map((name) => [name, on.has(name)])) as Record<Feature, boolean>;
  }

  /**
   * Switches the given features. Every process follows at its next read of the config version.
   * @returns all features.
   * @throws DomainError `changed` if `expected` throws it
   */
  setFeatures(
    wanted: Partial<Record<Feature, boolean>>,
    editor: string,
    expected?: Precondition<Record<Feature, boolean>>,
  ): Promise<Record<Feature, boolean>> {
    return this.database.write('set features', async (tx) => {
      // First: its row lock serializes all switches.
      await this.config.raise(tx);
      await expected?.(await this.readFeatures(tx), tx);
      for (const name of FEATURES) {
        const enabled = wanted[name];
        if (enabled === undefined) continue;
        await this.repository.setFeature(tx, name, enabled);
        await this.events.append(tx, {
          type: 'instance.feature.set',
          orgNo: 0,
          aggregate: { id: 'instance', sequence: 1 },
          editor,
          payload: { name, enabled },
        });
      }
      return this.readFeatures(tx);
    });
  }
}

/** The rules for a new password. `minLength` is the lower one if a sign-in always needs a second factor. */
export function passwordRules(policy: PasswordPolicy, assurance: AssurancePolicy): PasswordPolicy {
  if (!asksEverybodyForMore(assurance)) return policy;
  return { ...policy, minLength: Math.min(policy.minLength, policy.minLengthWithSecondFactor) };
}

/** Whether an organization (0: the whole service) may set a policy of this kind. */
function isDecidedBy(orgNo: number, kind: PolicyKind): boolean {
  return orgNo === WHOLE_SERVICE || factsOf(kind).decidedBy === 'organizations';
}

function stateOf<Kind extends PolicyKind>(orgNo: number, kind: Kind, decisions: readonly Decision[]): PolicyState<Kind> {
  const [own, inherited, decided] = [
    decidedBy(orgNo, kind, decisions),
    inheritedPolicy(orgNo, kind, decisions),
    decidedPolicy(orgNo, kind, decisions),
  ];
  // A later floor may leave a policy that prevents every sign-in: then the service's policy applies.
  const isOwn = contradictionIn(kind, decided) === undefined;
  const effective = isOwn ? decided : inherited;
  const sources = Object.fromEntries(
    Object.keys(factsOf(kind).fields).map((name) => [name, sourceOf(name, orgNo, kind, isOwn ? decisions : ofService(decisions))]),
  ) as PolicyState<Kind>['sources'];
  return { kind, own, inherited, effective, sources };
}

const ofService = (decisions: readonly Decision[]) => decisions.filter(({ orgNo }) => orgNo === WHOLE_SERVICE);

function decidedBy<Kind extends PolicyKind>(orgNo: number, kind: Kind, decisions: readonly Decision[]): Partial<Policy<Kind>> {
  return fieldsOf(kind, decisions.find((one) => one.orgNo === orgNo && one.kind === kind)?.body);
}

function inheritedPolicy<Kind extends PolicyKind>(orgNo: number, kind: Kind, decisions: readonly Decision[]): Policy<Kind> {
  return over(kind, defaultPolicy(kind), orgNo === WHOLE_SERVICE ? {} : decidedBy(WHOLE_SERVICE, kind, decisions));
}

/** The own fields over the inherited ones, raised to the floors. */
function decidedPolicy<Kind extends PolicyKind>(orgNo: number, kind: Kind, decisions: readonly Decision[]): Policy<Kind> {
  const wanted = over(kind, inheritedPolicy(orgNo, kind, decisions), decidedBy(orgNo, kind, decisions));
  return raised(kind, wanted, floorsOf(orgNo, kind, decisions));
}

/** The floors of an organization: the values set by the service, else the floors of the table. The service has none. */
function floorsOf<Kind extends PolicyKind>(orgNo: number, kind: Kind, decisions: readonly Decision[]): Partial<Policy<Kind>> {
  if (orgNo === WHOLE_SERVICE) return {};
  const ofProduct = Object.entries(factsOf(kind).fields).flatMap(([name, { floor }]) => (floor === undefined ? [] : [[name, floor]]));
  return { ...Object.fromEntries(ofProduct), ...withFollowing(kind, decidedBy(WHOLE_SERVICE, kind, decisions)) };
}

function sourceOf(name: string, orgNo: number, kind: PolicyKind, decisions: readonly Decision[]): PolicySource {
  const decides = (decider: number) => Object.hasOwn(withFollowing(kind, decidedBy(decider, kind, decisions)), name);
  const from = orgNo !== WHOLE_SERVICE && decides(orgNo) ? 'organization' : decides(WHOLE_SERVICE) ? 'service' : 'default';
  const wanted = over(kind, inheritedPolicy(orgNo, kind, decisions), decidedBy(orgNo, kind, decisions));
  const isRaised = belowFloor(kind, wanted, floorsOf(orgNo, kind, decisions)).some(([field]) => field === name);
  return { from, ...(isRaised && { raisedBy: decides(WHOLE_SERVICE) ? 'service' : 'product' }) };
}

/** @throws DomainError `invalid` for the values of an organization's change that are below their floors */
function assertReachesFloors<Kind extends PolicyKind>(
  orgNo: number,
  kind: Kind,
  change: PolicyChange<Kind>,
  decisions: readonly Decision[],
): void {
  const isOfService = (name: string) => Object.hasOwn(withFollowing(kind, decidedBy(WHOLE_SERVICE, kind, decisions)), name);
  const faults = belowFloor(kind, change, floorsOf(orgNo, kind, decisions)).map(([name, , , floor]) => ({
    field: name,
    code: 'policy.belowFloor' as const,
    message: isOfService(name)
      ? `The service decided ${JSON.stringify(floor)} for ${name}; an organization can only be stricter.`
      : `Unless the service decides otherwise, an organization can't go below ${JSON.stringify(floor)} for ${name}.`,
  }));
  const refused = faultsFound(faults);
  if (refused) throw refused;
}

function contradictionIn<Kind extends PolicyKind>(kind: Kind, policy: Policy<Kind>): string | undefined {
  return factsOf(kind).contradiction?.(policy as never);
}

/** Own fields over inherited ones, including the fields that follow a field that is set. */
function over<Kind extends PolicyKind>(kind: Kind, below: Policy<Kind>, decided: Partial<Policy<Kind>>): Policy<Kind> {
  return { ...below, ...withFollowing(kind, decided) };
}

function withFollowing<Kind extends PolicyKind>(kind: Kind, decided: Partial<Policy<Kind>>): Partial<Policy<Kind>> {
  const named: Readonly<Record<string, unknown>> = decided;
  const following = Object.entries(factsOf(kind).fields).flatMap(([name, { follows }]) =>
    follows !== undefined && named[follows] !== undefined ? [[name, named[follows]]] : [],
  );
  return { ...Object.fromEntries(following), ...decided };
}

/** The fields that this build knows, in table order: a newer process of a rolling update may have written others. */
function fieldsOf<Kind extends PolicyKind>(kind: Kind, body: Decision['body'] = {}): Partial<Policy<Kind>> {
  const names = Object.keys(factsOf(kind).fields).filter((name) => body[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Partial<Policy<Kind>>;
}
