import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { DomainError, faultsFound, type Fault } from '../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../common/primitives/list-query.js';
import type { Precondition } from '../../common/database/precondition.js';
import { newId } from '../../common/primitives/ids.js';
import { EventLog } from '../events/events.service.js';
import { assertClientSuppliedId } from '../../common/identifiers/client-supplied-id.js';
import { LastOwnerRule } from './last-owner.service.js';
import { WHOLE_SERVICE } from './owners.repository.js';
import { nameFault, type NameOrigin } from '../../common/primitives/linked-names.js';
import { isDomainName } from '../../common/primitives/domain-name.js';
import { unknownOrganization } from './organization-refusals.js';
import { OrganizationsRepository, type Organization, type OrganizationState } from './organizations.repository.js';

export { ORGANIZATION_LIST, type Organization } from './organizations.repository.js';

export interface NewOrganization {
  name: string;
  /** Suffix of login names. Absent: generated from the number, so that a domain can be set later. */
  primaryDomain?: string;
  id?: string;
}

@Injectable()
export class Organizations {
  /** Never changes once it is known. */
  private operator: number | undefined;
  private readonly cache: ConfigCache<string | number, Organization | undefined>;

  constructor(
    private readonly repository: OrganizationsRepository,
    private readonly database: Database,
    private readonly ownership: LastOwnerRule,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  findOrganization(id: string, configVersion?: number): Promise<Organization | undefined> {
    return this.cache.get(id, () => this.repository.findBy('id', id), configVersion);
  }

  byNo(no: number, configVersion?: number): Promise<Organization | undefined> {
    return this.cache.get(no, () => this.repository.findBy('no', no), configVersion);
  }

  /** The organization that has verified `domain`, whether primary or not. */
  byDomain(domain: string): Promise<Organization | undefined> {
    return this.repository.findByDomain(domain);
  }

  /** @throws DomainError `notFound` */
  async requireOrganization(id: string, configVersion?: number): Promise<Organization> {
    return (await this.findOrganization(id, configVersion)) ?? refuseUnknown();
  }

  /**
   * The organization that runs the service: the first one. It can't be removed while others exist, so that no other organization becomes the first.
   */
  async operatorNo(): Promise<number | undefined> {
    this.operator ??= await this.repository.findOldest();
    return this.operator;
  }

  any(query: Query = this.database.query): Promise<boolean> {
    return this.repository.any(query);
  }

  listOrganizations(query: ListQuery): Promise<Listed<Organization>> {
    return this.repository.listOrganizations(query);
  }

  /** @throws DomainError `invalid`, or `conflict` when id or domain is taken */
  async createOrganization(input: NewOrganization, editor: string): Promise<Organization> {
    return this.database.write('create organization', (tx) => this.createIn(tx, input, editor));
  }

  /** The same as part of a larger unit of work. */
  async createIn(tx: Transaction, input: NewOrganization, editor: string, origin?: NameOrigin): Promise<Organization> {
    const organization = this.newOrganization(tx, input, origin);
    try {
      await this.repository.insertOrganization(tx, organization);
    } catch (error) {
      throw asConflict(error);
    }
    await this.events.append(tx, {
      type: 'org.added',
      orgNo: organization.no,
      aggregate: { id: organization.id, sequence: 1 },
      editor,
      payload: { name: organization.name, primaryDomain: organization.primaryDomain },
    });
    await this.config.raise(tx);
    return organization;
  }

  /** Changes the name, which need not be unique. @throws DomainError `invalid`, `notFound`, `changed` if `expected` throws it */
  renameOrganization(id: string, name: string, editor: string, expected?: Precondition<Organization>): Promise<Organization> {
    return this.database.write('rename organization', async (tx) => {
      // First: its row lock serializes comparing and changing.
      await this.config.raise(tx);
      const before = (await this.repository.findBy('id', id, tx)) ?? refuseUnknown();
      await expected?.(before, tx);
      const after = { ...before, name: name.trim(), modifiedUs: this.clock.nowUs() };
      if (after.name === before.name) return before;
      const refused = faultsFound(nameFaults(after.name));
      if (refused) throw refused;
      await this.repository.renameOrganization(tx, after.no, after.name, after.modifiedUs);
      const { no: orgNo } = after;
      await this.events.appendNext(tx, { type: 'org.changed', orgNo, id, editor, payload: { name: after.name } });
      return after;
    });
  }

  /**
   * Deactivates or reactivates; no effect if the organization is in that state already. A deactivation ends every token of its users and applications
   * for good.
   * @throws DomainError `notFound`, or `precondition` for the organization of the last active IAM_OWNER
   */
  setOrganizationState(id: string, state: OrganizationState, editor: string, expected?: Precondition<Organization>): Promise<Organization> {
    return this.database.write('set organization state', (tx) => this.setStateIn(tx, id, state, editor, expected));
  }

  /** The same as part of a larger unit of work. */
  async setStateIn(
    tx: Transaction,
    id: string,
    state: OrganizationState,
    editor: string,
    expected?: Precondition<Organization>,
  ): Promise<Organization> {
    await this.config.raise(tx);
    const organization = (await this.repository.findBy('id', id, tx)) ?? refuseUnknown();
    await expected?.(organization, tx);
    if (organization.state === state) return organization;
    const modifiedUs = this.clock.nowUs();
    await this.repository.setOrganizationState(tx, organization.no, state, modifiedUs);
    await this.ownership.assertOwned(tx, WHOLE_SERVICE);
    const type = state === 'active' ? 'org.reactivated' : 'org.deactivated';
    await this.events.appendNext(tx, { type, orgNo: organization.no, id: organization.id, editor });
    return { ...organization, state, modifiedUs };
  }

  private newOrganization(tx: Transaction, input: NewOrganization, origin?: NameOrigin): Organization {
    const id = input.id === undefined ? newId() : assertClientSuppliedId(input.id, 'orgId');
    const no = tx.nextNumber();
    const name = input.name.trim();
    const primaryDomain = (input.primaryDomain ?? `org-${no}.localhost`).toLowerCase();
    const refused = faultsFound([...nameFaults(name, origin), ...domainFaults(primaryDomain)]);
    if (refused) throw refused;
    const now = this.clock.nowUs();
    return { no, id, name, primaryDomain, state: 'active', tokenGeneration: 0, createdUs: now, modifiedUs: now };
  }
}

function nameFaults(name: string, origin?: NameOrigin): Fault[] {
  const message = nameFault(name, origin);
  return message === undefined ? [] : [{ field: 'name', code: 'organization.name', message }];
}

function domainFaults(primaryDomain: string): Fault[] {
  if (isDomainName(primaryDomain)) return [];
  const message = 'The primary domain must be a domain name such as example.com.';
  return [{ field: 'primaryDomain', code: 'organization.domain', message }];
}

function refuseUnknown(): never {
  throw unknownOrganization();
}

function asConflict(error: unknown): unknown {
  if (!(error instanceof DuplicateKeyError)) return error;
  return error.index === 'u_organizations_id'
    ? new DomainError('conflict', 'organization.exists', 'An organization with this id already exists.', 'id')
    : new DomainError('conflict', 'organization.domainTaken', 'This domain belongs to another organization.', 'primaryDomain');
}
