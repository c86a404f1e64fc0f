// The operations on users: protocol in, people service out. Single requests and bulk go through the same functions.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import { People, type PersonChange } from '../../users/people/people.service.js';
import { PeopleSearch, type PeopleSearchRequest } from '../../users/people/search/people-search.service.js';
import type { OrderField } from '../../users/people/person.columns.js';
import type { Person, PersonValues } from '../../users/people/person.js';
import type { Note } from '../provisioning/record-provisioning.js';
import { changedAttributes } from '../protocol/changed-attributes.js';
import type { JsonObject } from '../protocol/evaluate.js';
import {
  assertPagingInRange,
  parseListQuery,
  parseProjectionQuery,
  parseSearchRequest,
  type ListQuery,
  type Sort,
} from '../protocol/list-query.js';
import { listResponse, type ListResponse } from '../protocol/messages.js';
import { applyPatch, parsePatch } from '../protocol/patch.js';
import { DEFAULT_PROJECTION, type Projection } from '../protocol/projection.js';
import { ScimError } from '../protocol/scim-error.js';
import { serializeUser, userLocation } from '../protocol/serialize.js';
import { USER } from '../protocol/user.schema.js';
import { isObject, readUser, type UserInput } from '../protocol/validate.js';
import { scimBase, type ScimRequest } from './scim-requests.service.js';
import { Cursors } from './cursors.service.js';

type Query = Readonly<JsonObject>;

@Injectable()
export class UserOperations {
  constructor(
    private readonly people: People,
    private readonly peopleSearch: PeopleSearch,
    private readonly invitation: Invitation,
    private readonly cursors: Cursors,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** RFC 7644 section 3.3. */
  async create(request: ScimRequest, body: unknown, query: Query = {}): Promise<{ resource: JsonObject; location: string; id: string }> {
    const { organization, caller, dialect, terms } = request;
    const note = noteOf(request, { operation: 'create', ...named(body) });
    const projection = parseProjectionQuery(query, USER);
    const { values, password } = readUser(body, undefined, dialect);
    note.changed = changedAttributes(undefined, { values, ...(password === undefined ? {} : { password }) });
    const wanted = dialect.ignorePasswordOnCreate ? undefined : password;
    const invite = wanted === undefined && (await this.invitation.isWanted(organization, caller.configVersion));
    const person = await this.people.create(
      organization,
      values,
      wanted,
      caller.userId,
      invite ? (tx, added) => this.invitation.provisioned(tx, organization, added, caller.userId) : undefined,
      terms,
    );
    note.targetId = person.id;
    const location = this.location(request, person.id);
    return { resource: serializeUser(person, location, projection), location, id: person.id };
  }

  /** RFC 7644 section 3.4.1. */
  async read(request: ScimRequest, id: string, query: Query): Promise<JsonObject> {
    const note = noteOf(request, { operation: 'read', targetId: id });
    const person = await this.people.get(request.organization, id, request.terms);
    note.targetName = person.userName;
    return this.resource(request, person, parseProjectionQuery(query, USER));
  }

  /** RFC 7644 section 3.4.2. */
  async list(request: ScimRequest, query: Query): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list' });
    if (!request.dialect.clampPaging) assertPagingInRange(query);
    return this.page(request, parseListQuery(query, USER));
  }

  /** RFC 7644 section 3.4.3. */
  async search(request: ScimRequest, body: unknown): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list' });
    const query = parseSearchRequest(body, USER);
    if (!request.dialect.clampPaging) assertPagingInRange(body as Query);
    return this.page(request, query);
  }

  /** RFC 7644 section 3.5.1. */
  async replace(request: ScimRequest, id: string, body: unknown, query: Query = {}): Promise<JsonObject> {
    const note = noteOf(request, { operation: 'replace', targetId: id, ...named(body) });
    const projection = parseProjectionQuery(query, USER);
    const person = await this.change(request, id, (current) => readUser(body, current, request.dialect), note);
    return this.resource(request, person, projection);
  }

  /**
   * RFC 7644 section 3.5.2.
   * @returns the resource if the client asks for attributes or always wants it; otherwise nothing
   */
  async patch(request: ScimRequest, id: string, body: unknown, query: Query = {}): Promise<JsonObject | undefined> {
    const note = noteOf(request, { operation: 'patch', targetId: id });
    const projection = parseProjectionQuery(query, USER);
    const operations = parsePatch(body, USER, request.dialect);
    const person = await this.change(request, id, (current) => applyPatch(current, operations), note);
    note.targetName = person.userName;
    return projection.only || request.dialect.answerPatch ? this.resource(request, person, projection) : undefined;
  }

  /** RFC 7644 section 3.6. */
  async remove(request: ScimRequest, id: string): Promise<void> {
    noteOf(request, { operation: 'delete', targetId: id });
    await this.people.remove(request.organization, id, request.caller.userId, request.terms);
  }

  /** The person whose own token it is (RFC 7644 section 3.11). @throws ScimError 501 for any other caller */
  async me(request: ScimRequest, query: Query): Promise<{ resource: JsonObject; location: string }> {
    const { kind, userId } = request.caller;
    if (kind !== 'person') throw new ScimError('SCIM-ME', '/Me is the user whose token is sent; this token belongs to a client.');
    return { resource: await this.read(request, userId, query), location: this.location(request, userId) };
  }

  /** The absolute address of a user. */
  location({ organization }: ScimRequest, id: string): string {
    return userLocation(scimBase(this.settings, organization.id), id);
  }

  private change({ organization, caller, terms }: ScimRequest, id: string, change: PersonChange, note: Note): Promise<Person> {
    const noted = (current: PersonValues): UserInput => {
      const input = change(current);
      note.changed = changedAttributes(current, input);
      return input;
    };
    return this.people.update(organization, id, noted, caller.userId, terms);
  }

  private async page(request: ScimRequest, query: ListQuery): Promise<ListResponse<JsonObject>> {
    const { organization, caller, terms } = request;
    const { filter, sort, startIndex, count, projection } = query;
    const place = query.cursor === undefined ? undefined : await this.cursors.open(organization.no, caller, query);
    const { total, people, next } = await this.peopleSearch.search(organization.no, {
      domainNo: terms.domainNo,
      ...(filter ? { criteria: filter } : {}),
      ...(sort ? { order: toOrder(sort) } : {}),
      ...place,
      offset: startIndex - 1,
      limit: count,
    });
    const resources = people.map((person) => this.resource(request, person, projection));
    const nextCursor = query.cursor !== undefined && next && this.cursors.seal(organization.no, caller, query, { after: next, total });
    return { ...listResponse(resources, total, startIndex), ...(nextCursor ? { nextCursor } : {}) };
  }

  private resource(request: ScimRequest, person: Person, projection: Projection = DEFAULT_PROJECTION): JsonObject {
    return serializeUser(person, this.location(request, person.id), projection);
  }
}

function noteOf({ notes }: ScimRequest, note: Note): Note {
  notes.push(note);
  return note;
}

/** The userName that a body gives, in whatever case its name is written, so that a request that fails can be found by it. */
function named(body: unknown): Pick<Note, 'targetName'> {
  const [, userName] = (isObject(body) && Object.entries(body).find(([name]) => name.toLowerCase() === 'username')) || [];
  return typeof userName === 'string' ? { targetName: userName } : {};
}

/** The order of the e-mail list is that of the address mail goes to; every other sortable field has its own. */
function toOrder({ list, field, descending }: Sort): PeopleSearchRequest['order'] {
  return { field: list === 'emails' ? 'primaryEmail' : (field as OrderField), descending };
}
