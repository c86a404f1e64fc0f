// The operations on users: protocol in, people service out. Single requests and (later) bulk go through the same functions.
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { RoleCover } from '../../users/memberships/role-cover.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { Invitation } from '../../users/people/invitation.js';
import { People, type PersonChange } from '../../users/people/people.service.js';
import type { PageRequest } from '../../users/people/people-pages.js';
import type { OrderField } from '../../users/people/person.columns.js';
import type { Person } from '../../users/people/person.js';
import type { JsonObject } from '../protocol/evaluate.js';
import { parseListQuery, parseProjectionQuery, parseSearchRequest, type ListQuery, type Sort } from '../protocol/list-query.js';
import { listResponse, type ListResponse } from '../protocol/messages.js';
import { applyPatch, parsePatch } from '../protocol/patch.js';
import { DEFAULT_PROJECTION, type Projection } from '../protocol/projection.js';
import { serializeUser, userLocation } from '../protocol/serialize.js';
import { USER } from '../protocol/user.schema.js';
import { readUser } from '../protocol/validate.js';
import { Cursors } from './cursors.js';

type Query = Readonly<JsonObject>;

@Injectable()
export class UserOperations {
  constructor(
    private readonly organizations: Organizations,
    private readonly people: People,
    private readonly cover: RoleCover,
    private readonly invitation: Invitation,
    private readonly cursors: Cursors,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** RFC 7644 section 3.3. */
  async create(orgId: string, body: unknown, query: Query, caller: Principal): Promise<{ resource: JsonObject; location: string }> {
    const organization = await this.organizations.require(orgId);
    const projection = parseProjectionQuery(query, USER);
    const { values, password } = readUser(body);
    const invite = password === undefined && (await this.invitation.isWanted(organization));
    const person = await this.people.create(
      organization,
      values,
      password,
      caller.userId,
      invite ? (tx, added) => this.invitation.provisioned(tx, organization, added, caller.userId) : undefined,
    );
    return { resource: this.resource(organization, person, projection), location: this.location(organization, person.id) };
  }

  /** RFC 7644 section 3.4.1. */
  async read(orgId: string, id: string, query: Query): Promise<JsonObject> {
    const organization = await this.organizations.require(orgId);
    return this.resource(organization, await this.people.get(organization, id), parseProjectionQuery(query, USER));
  }

  /** RFC 7644 section 3.4.2. */
  async list(orgId: string, query: Query, caller: Principal): Promise<ListResponse<JsonObject>> {
    return this.page(orgId, parseListQuery(query, USER), caller);
  }

  /** RFC 7644 section 3.4.3. */
  async search(orgId: string, body: unknown, caller: Principal): Promise<ListResponse<JsonObject>> {
    return this.page(orgId, parseSearchRequest(body, USER), caller);
  }

  /** RFC 7644 section 3.5.1. */
  async replace(orgId: string, id: string, body: unknown, query: Query, caller: Principal): Promise<JsonObject> {
    const projection = parseProjectionQuery(query, USER);
    const { organization, person } = await this.change(orgId, id, (current) => readUser(body, current), caller);
    return this.resource(organization, person, projection);
  }

  /** RFC 7644 section 3.5.2. */
  async patch(orgId: string, id: string, body: unknown, caller: Principal): Promise<void> {
    const operations = parsePatch(body);
    await this.change(orgId, id, (current) => applyPatch(current, operations), caller);
  }

  /** RFC 7644 section 3.6. */
  async remove(orgId: string, id: string, caller: Principal): Promise<void> {
    const organization = await this.organizations.require(orgId);
    await this.cover.assertCovers(caller, (await this.people.get(organization, id)).no);
    await this.people.remove(organization, id, caller.userId);
  }

  private async change(
    orgId: string,
    id: string,
    change: PersonChange,
    caller: Principal,
  ): Promise<{ organization: Organization; person: Person }> {
    const organization = await this.organizations.require(orgId);
    await this.cover.assertCovers(caller, (await this.people.get(organization, id)).no);
    return { organization, person: await this.people.update(organization, id, change, caller.userId) };
  }

  private async page(orgId: string, query: ListQuery, caller: Principal): Promise<ListResponse<JsonObject>> {
    const organization = await this.organizations.require(orgId);
    const { filter, sort, startIndex, count, projection } = query;
    const place = query.cursor === undefined ? undefined : await this.cursors.open(organization.no, caller, query);
    const { total, people, next } = await this.people.page(organization, {
      ...(filter ? { criteria: filter } : {}),
      ...(sort ? { order: toOrder(sort) } : {}),
      ...place,
      offset: startIndex - 1,
      limit: count,
    });
    const resources = people.map((person) => this.resource(organization, person, projection));
    const nextCursor = query.cursor !== undefined && next && this.cursors.seal(organization.no, caller, query, { after: next, total });
    return { ...listResponse(resources, total, startIndex), ...(nextCursor ? { nextCursor } : {}) };
  }

  private resource(organization: Organization, person: Person, projection: Projection = DEFAULT_PROJECTION): JsonObject {
    return serializeUser(person, this.location(organization, person.id), projection);
  }

  private location(organization: Organization, id: string): string {
    return userLocation(scimBase(this.settings, organization.id), id);
  }
}

/** The address under which everything of one organization lies. */
export function scimBase(settings: Settings, orgId: string): string {
  return `${settings.publicUrl}/scim/v2/${encodeURIComponent(orgId)}`;
}

/** The order of the e-mail list is that of the address mail goes to; every other sortable field has its own. */
function toOrder({ list, field, descending }: Sort): PageRequest['order'] {
  return { field: list === 'emails' ? 'primaryEmail' : (field as OrderField), descending };
}
