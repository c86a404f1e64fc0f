// Policies: what an organization may decide, each kind with a safe default. No row means the default.
import { Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, type Query } from '../../common/database/database.js';
import { EventLog } from '../events/events.service.js';
import { PoliciesRepository } from './policies.repository.js';
import type { Precondition } from '../../common/primitives/precondition.js';

export interface PasswordPolicy {
  minLength: number;
  lower: boolean;
  upper: boolean;
  digit: boolean;
  symbol: boolean;
}

/** Whether users may be impersonated at all (RFC 8693); roles decide by whom. */
export interface ImpersonationPolicy {
  enabled: boolean;
}

/** Whether people may register by themselves. */
export interface RegistrationPolicy {
  enabled: boolean;
}

/** After `maxAttempts` wrong passwords in a row (0: never), nobody can sign in with this name for `lockSeconds`. */
export interface LockoutPolicy {
  maxAttempts: number;
  lockSeconds: number;
}

/** How the pages look; `accent` is a colour of six hexadecimal digits, the name on top is the organization's own. */
export interface LookPolicy {
  accent: string;
  showName: boolean;
}

export interface SignInPolicy {
  /** People provisioned without a password are invited by mail to choose one. */
  inviteProvisioned: boolean;
}

/** For how many days people who were removed can come back; 0: they are gone at once. */
export interface RemovedPeoplePolicy {
  days: number;
}

/** Whether a login name is the userName with the primary domain behind it. Without, `ada@corp.example` is `ada@corp.example`. */
export interface DomainPolicy {
  userLoginMustBeDomain: boolean;
}

/** Every kind of policy, with its default. */
export const POLICY_DEFAULTS = {
  password: { minLength: 8, lower: true, upper: true, digit: true, symbol: true } satisfies PasswordPolicy as PasswordPolicy,
  impersonation: { enabled: false } satisfies ImpersonationPolicy as ImpersonationPolicy,
  registration: { enabled: false } satisfies RegistrationPolicy as RegistrationPolicy,
  lockout: { maxAttempts: 10, lockSeconds: 900 } satisfies LockoutPolicy as LockoutPolicy,
  look: { accent: '1f4fbf', showName: true } satisfies LookPolicy as LookPolicy,
  domain: { userLoginMustBeDomain: true } satisfies DomainPolicy as DomainPolicy,
  signIn: { inviteProvisioned: false } satisfies SignInPolicy as SignInPolicy,
  removedPeople: { days: 0 } satisfies RemovedPeoplePolicy as RemovedPeoplePolicy,
};

export type PolicyKind = keyof typeof POLICY_DEFAULTS;

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

  /** The policy of an organization: its own members over the service's over the defaults. */
  async effectivePolicy<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    configVersion?: number,
  ): Promise<(typeof POLICY_DEFAULTS)[Kind]> {
    return (await this.policies.get(`${orgNo} ${kind}`, () => this.read(orgNo, kind), configVersion)) as (typeof POLICY_DEFAULTS)[Kind];
  }

  private async read(orgNo: number, kind: PolicyKind, query?: Query): Promise<object> {
    return Object.assign({}, POLICY_DEFAULTS[kind], ...(await this.repository.listDecided(orgNo, kind, query))) as object;
  }

  /** Decides for an organization (0: the whole service); members that `body` does not name keep what was decided before. @returns what is in effect then. @throws DomainError `changed` if `expected` says so */
  async set<Kind extends PolicyKind>(
    orgNo: number,
    kind: Kind,
    body: Partial<(typeof POLICY_DEFAULTS)[Kind]>,
    editor: string,
    expected?: Precondition<object>,
  ): Promise<object> {
    return this.database.write('set policy', async (tx) => {
      await this.config.raise(tx);
      expected?.(await this.read(orgNo, kind, tx));
      const before = await this.repository.findDecided(tx, orgNo, kind);
      if (before) await this.repository.updatePolicy(tx, orgNo, kind, { ...before, ...body });
      else await this.repository.insertPolicy(tx, orgNo, kind, body);
      await this.events.appendNext(tx, { type: 'instance.policy.set', orgNo, id: 'instance', editor, payload: { kind, ...body } });
      return this.read(orgNo, kind, tx);
    });
  }

  /** Forgets what an organization (0: the whole service) decided, so that it inherits again. @returns what is in effect then. @throws as {@link set} */
  async resetPolicy(orgNo: number, kind: PolicyKind, editor: string, expected?: Precondition<object>): Promise<object> {
    return this.database.write('reset policy', async (tx) => {
      await this.config.raise(tx);
      const before = await this.read(orgNo, kind, tx);
      expected?.(before);
      if (!(await this.repository.deletePolicy(tx, orgNo, kind))) return before;
      await this.events.appendNext(tx, { type: 'instance.policy.reset', orgNo, id: 'instance', editor, payload: { kind } });
      return this.read(orgNo, kind, tx);
    });
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
