// Policies: what an organization decides, over what the service decides, over the defaults of the table of kinds. No row means no decision.
import { DomainError } from '../../common/primitives/domain-error.js';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import { EventLog } from '../events/events.service.js';
import { PoliciesRepository, type Decision } from './policies.repository.js';
import {
  asksEverybodyForMore,
  defaultPolicy,
  factsOf,
  DECIDED_KINDS,
  type PasswordPolicy,
  type Policy,
  type PolicyChange,
  type PolicyKind,
} from './policy-kinds.js';
import type { Precondition } from '../../common/primitives/precondition.js';

/** A kind of policy in an organization, or in the whole service. */
export interface PolicyState<Kind extends PolicyKind = PolicyKind> {
  kind: Kind;
  /** What was decided here. */
  own: Partial<Policy<Kind>>;
  /** What would hold without: the service's decisions over the defaults; for the service, the defaults. */
  inherited: Policy<Kind>;
  /** What holds: own over inherited, except where organizations can only narrow what the service allows. */
  effective: Policy<Kind>;
}

/** The number under which policies of the whole service are kept. */
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

  /** The policy of an organization (0: of the service) that holds, as in {@link PolicyState}. */
  async effectivePolicy<Kind extends PolicyKind>(orgNo: number, kind: Kind, configVersion?: number): Promise<Policy<Kind>> {
    const load = async () => (await this.readState(orgNo, kind)).effective;
    return (await this.policies.get(`${orgNo} ${kind}`, load, configVersion)) as Policy<Kind>;
  }

  /** What a new password needs in an organization. Its `minLength` is the one that holds there. */
  async passwordPolicy(orgNo: number): Promise<PasswordPolicy> {
    const policy = await this.effectivePolicy(orgNo, 'password');
    if (!asksEverybodyForMore(await this.effectivePolicy(orgNo, 'assurance'))) return policy;
    return { ...policy, minLength: Math.min(policy.minLength, policy.minLengthWithSecondFactor) };
  }

  /** What is decided about one kind, where, and what holds. @param orgNo 0: the whole service */
  async readState<Kind extends PolicyKind>(orgNo: number, kind: Kind, query?: Query): Promise<PolicyState<Kind>> {
    return stateOf(orgNo, kind, await this.repository.listDecided(orgNo, kind, query));
  }

  /** The same of every kind that is decided there. */
  async listStates(orgNo: number): Promise<PolicyState[]> {
    const decisions = await this.repository.listDecided(orgNo);
    return DECIDED_KINDS.filter((kind) => isDecidedBy(orgNo, kind)).map((kind) => stateOf(orgNo, kind, decisions));
  }

  /**
   * Decides for an organization (0: the whole service). Fields that `change` does not name stay as they were decided; null inherits them again.
   * An event has the fields that changed. @returns what is decided then @throws DomainError `invalid` for one that nobody could sign in by, `changed` if `expected` says so
   */
  async set<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    change: PolicyChange<Kind>,
    editor: string,
    expected?: Precondition<PolicyState<Kind>>,
  ): Promise<PolicyState<Kind>> {
    return this.database.write('set policy', async (tx) => {
      await this.config.raise(tx);
      const decisions = await this.repository.listDecided(orgNo, kind, tx);
      const before = stateOf(orgNo, kind, decisions);
      expected?.(before);
      const own = decisions.find((one) => one.orgNo === orgNo)?.body ?? {};
      const changed = Object.fromEntries(Object.entries(change).filter(([name, value]) => !isDeepStrictEqual(value, own[name] ?? null)));
      if (Object.keys(changed).length === 0) return before;
      const after = Object.fromEntries(Object.entries({ ...own, ...changed }).filter(([, value]) => value !== null));
      await this.keep(tx, orgNo, kind, after);
      await this.events.appendNext(tx, { type: 'instance.policy.set', orgNo, id: 'instance', editor, payload: { kind, ...changed } });
      const state = await this.readState(orgNo, kind, tx);
      const contradiction = factsOf(kind).contradiction?.(state.effective as never);
      if (contradiction !== undefined) throw new DomainError('invalid', 'policy.contradiction', contradiction);
      return state;
    });
  }

  /** Forgets what an organization (0: the whole service) decided, so that it inherits again. @returns what is decided then. @throws as {@link set} */
  async resetPolicy<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    editor: string,
    expected?: Precondition<PolicyState<Kind>>,
  ): Promise<PolicyState<Kind>> {
    return this.database.write('reset policy', async (tx) => {
      await this.config.raise(tx);
      const before = await this.readState(orgNo, kind, tx);
      expected?.(before);
      if (Object.keys(before.own).length === 0) return before;
      await this.keep(tx, orgNo, kind, {});
      await this.events.appendNext(tx, { type: 'instance.policy.reset', orgNo, id: 'instance', editor, payload: { kind } });
      return this.readState(orgNo, kind, tx);
    });
  }

  /** Replaces the row of a decision; one that says nothing is none. */
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

  /** Switches the features that are named; every process follows with its next look at the config version. @returns all of them. @throws DomainError `changed` if `expected` says so */
  setFeatures(
    wanted: Partial<Record<Feature, boolean>>,
    editor: string,
    expected?: Precondition<Record<Feature, boolean>>,
  ): Promise<Record<Feature, boolean>> {
    return this.database.write('set features', async (tx) => {
      // First, because its row lock lets one switch at a time look and write.
      await this.config.raise(tx);
      expected?.(await this.readFeatures(tx));
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

/** Whether an organization (0: the whole service) may decide about a kind. */
function isDecidedBy(orgNo: number, kind: PolicyKind): boolean {
  return orgNo === WHOLE_SERVICE || factsOf(kind).decidedBy === 'organizations';
}

function stateOf<Kind extends PolicyKind>(orgNo: number, kind: Kind, decisions: readonly Decision[]): PolicyState<Kind> {
  const decidedBy = (decider: number) => fieldsOf(kind, decisions.find((one) => one.orgNo === decider && one.kind === kind)?.body);
  const inherited = over(kind, defaultPolicy(kind), orgNo === WHOLE_SERVICE ? {} : decidedBy(WHOLE_SERVICE));
  const own = decidedBy(orgNo);
  const allowed = orgNo === WHOLE_SERVICE ? own : within(kind, inherited, own);
  return { kind, own, inherited, effective: over(kind, inherited, allowed) };
}

/** What counts of an organization's decision: a field that narrows does not switch on what the service has off. */
function within<Kind extends PolicyKind>(kind: Kind, inherited: Policy<Kind>, own: Partial<Policy<Kind>>): Partial<Policy<Kind>> {
  const above: Readonly<Record<string, unknown>> = inherited;
  const isOff = (name: string) => factsOf(kind).fields[name]?.narrows === true && above[name] === false;
  return Object.fromEntries(Object.entries(own).filter(([name]) => !isOff(name))) as Partial<Policy<Kind>>;
}

/** A decision over what holds without, with the fields that follow from what it names. */
function over<Kind extends PolicyKind>(kind: Kind, below: Policy<Kind>, decided: Partial<Policy<Kind>>): Policy<Kind> {
  const named: Readonly<Record<string, unknown>> = decided;
  const following = Object.entries(factsOf(kind).fields).flatMap(([name, { follows }]) =>
    follows !== undefined && named[follows] !== undefined ? [[name, named[follows]]] : [],
  );
  return { ...below, ...Object.fromEntries(following), ...decided };
}

/** The fields that this build knows, in the order of the table: a newer process of a rolling update may have written others. */
function fieldsOf<Kind extends PolicyKind>(kind: Kind, body: Decision['body'] = {}): Partial<Policy<Kind>> {
  const names = Object.keys(factsOf(kind).fields).filter((name) => body[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Partial<Policy<Kind>>;
}
