// The operations on resources of any type: they take protocol input and call the binding. Single requests and bulk use the same functions.
import { Inject, Injectable } from '@nestjs/common';
import { judgeOrganization } from '../../common/access/permissions.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { FreshSignIns } from '../../users/authentication/assurance/fresh-sign-ins.service.js';
import { refusedAttribute } from '../error/scim-fault.js';
import { type ResourceType, withShortNames, writableOf } from '../protocol/schema/attribute.js';
import { nameIn } from '../protocol/bulk.js';
import { changedAttributes, toResource } from '../protocol/mapping.js';
import { type ElementChanges, elementsOfResource, splitElementOperations } from '../protocol/elements.js';
import { assertPreconditions, entityTag, namesTag, namesVersion } from '../protocol/wire/entity-tag.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import { assertPagingInRange, type ListQuery, parseListQuery, parseSearchRequest } from '../protocol/list-query.js';
import { listResponse, type ListResponse } from '../protocol/wire/messages.js';
import { parsePatch, patchResource } from '../protocol/patch.js';
import { DEFAULT_PROJECTION, parseProjectionQuery, type Projection, resourceLocation, serializeResource } from '../protocol/serialize.js';
import { type Omissions, omissionsFor, type Warning, warningOf } from '../protocol/reading.js';
import { fromScim1 } from '../protocol/scim1.js';
import { ScimError } from '../protocol/wire/scim-error.js';
import { isObject, readResource } from '../protocol/validate.js';
import type { Note } from '../provisioning/provisioning-log.service.js';
import { readApartMembers, showsUnversioned } from './apart-elements.js';
import { type CursorPosition, Cursors } from './cursors.service.js';
import type { ResourceBinding, StoredRecord } from './resource-binding.js';
import { ResourceTypes } from './resource-types.service.js';
import { scimBase, type ScimRequest } from './scim-requests.service.js';

type Query = Readonly<JsonObject>;

/** Omissions of one request in the provisioning log. Clients choose the names of extensions, so the number is limited. */
const MAX_OMISSIONS = 50;
const MAX_ATTRIBUTE = 200;

/** The facts about a resource in an answer, besides the resource itself. */
export interface DescribedResource {
  id: string;
  location: string;
  tag: string;
  /** The values omitted from the request, if any. */
  warning?: Warning;
}

/** One resource, ready to be sent. */
export interface ShownResource extends DescribedResource {
  resource: JsonObject;
}

@Injectable()
export class ResourceOperations {
  constructor(
    private readonly types: ResourceTypes,
    private readonly cursors: Cursors,
    private readonly freshSignIns: FreshSignIns,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** RFC 7644 section 3.3. */
  async create(request: ScimRequest, type: ResourceType, given: unknown, query: Query = {}): Promise<ShownResource> {
    const body = understood(request, type, given);
    const note = noteOf(request, { operation: 'create', resourceType: type.name, ...named(body, type) });
    return refusing(note, async () => {
      const binding = this.types.bindingOf(type);
      const projection = this.projectionOf(request, type, query, namesIn(body));
      const omissions = omissionsFor(request.dialect);
      const record = binding.toRecord(readResource(type, body, undefined, request.dialect, omissions));
      const elements = elementsOfResource(type, body, request.dialect);
      note.changed = [...changedAttributes(type, undefined, record), ...Object.keys(elements)];
      const created = await binding.create(request, record, elements);
      note.targetId = created.id;
      return this.warned(note, omissions, await this.show(request, binding, created, projection));
    });
  }

  /** RFC 7644 section 3.4.1. @returns no resource if the caller already has this version (RFC 9110 section 13.1.2) */
  async read(request: ScimRequest, type: ResourceType, id: string, query: Query): Promise<ShownResource | DescribedResource> {
    const note = noteOf(request, { operation: 'read', resourceType: type.name, targetId: id });
    const binding = this.types.bindingOf(type);
    const record = await binding.get(request, id);
    Object.assign(note, nameOf(record, type));
    const { ifMatch, ifNoneMatch } = request.preconditions;
    if (ifMatch !== undefined) assertPreconditions({ ifMatch }, record.version);
    const projection = this.projectionOf(request, type, query);
    const isKnown = ifNoneMatch !== undefined && namesVersion(ifNoneMatch, record.version);
    if (isKnown && !showsUnversioned(binding, projection)) return this.describe(request, type, record);
    const shown = await this.show(request, binding, record, projection);
    const { resource: _resource, ...described } = shown;
    return isKnown && namesTag(ifNoneMatch, described.tag) ? described : shown;
  }

  /** RFC 7644 section 3.4.2. */
  async list(request: ScimRequest, type: ResourceType, query: Query): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list', resourceType: type.name });
    if (!request.dialect.clampPaging) assertPagingInRange(query);
    return this.page(request, this.types.bindingOf(type), parseListQuery(query, namedBy(request, type)));
  }

  /** RFC 7644 section 3.4.3. */
  async search(request: ScimRequest, type: ResourceType, body: unknown): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list', resourceType: type.name });
    const query = parseSearchRequest(body, namedBy(request, type));
    if (!request.dialect.clampPaging) assertPagingInRange(body as Query);
    return this.page(request, this.types.bindingOf(type), query);
  }

  /**
   * RFC 7644 section 3.4.3, from the root. Searches resources of every type that the caller may read. An attribute of the filter that
   * a type lacks has no value there (section 3.4.2.1). The types follow one after the other, each in the requested order.
   */
  async searchTypes(request: ScimRequest, body: unknown): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list' });
    const searches = this.searchesOf(request, body);
    if (!request.dialect.clampPaging) assertPagingInRange(body as Query);
    const { organization, caller } = request;
    const queries = searches.map(({ binding: { type }, query }) => ({ ...query, type }));
    const [first] = queries;
    const { cursor, startIndex = 1, count = 0 } = first ?? {};
    const position = cursor === undefined ? undefined : await this.cursors.openCursor(organization.no, caller, queries, cursor);
    const from = Math.max(
      searches.findIndex(({ binding }) => binding.type.name === position?.type),
      0,
    );
    const found: Found = { resources: [], total: 0, skipped: 0 };
    for (const [index, { binding, query }] of searches.entries()) {
      if (position && index < from) continue;
      if (position && found.resources.length === count) {
        found.next ??= { type: binding.type.name };
        break;
      }
      const page = await binding.search(request, {
        ...(query.filter ? { filter: query.filter } : {}),
        ...(query.sort ? { sort: query.sort } : {}),
        ...(position?.after && index === from ? { after: position.after } : {}),
        offset: Math.max(startIndex - 1 - found.skipped, 0),
        limit: count - found.resources.length,
      });
      found.resources.push(...(await this.showAll(request, binding, page.records, query.projection)).map(({ resource }) => resource));
      found.total += page.total;
      found.skipped += page.total;
      if (page.next) found.next ??= { type: binding.type.name, after: page.next };
      else if (found.resources.length === count && searches[index + 1])
        found.next ??= { type: String(searches[index + 1]?.binding.type.name) };
    }
    const total = position?.total ?? found.total;
    const nextCursor =
      cursor !== undefined && found.next && (await this.cursors.seal(organization.no, caller, queries, { ...found.next, total }));
    return {
      ...listResponse(found.resources, total, cursor === undefined ? startIndex : null),
      ...(nextCursor ? { nextCursor } : {}),
    };
  }

  /** RFC 7644 section 3.5.1. */
  async replace(request: ScimRequest, type: ResourceType, id: string, given: unknown, query: Query = {}): Promise<ShownResource> {
    const body = understood(request, type, given);
    const note = noteOf(request, { operation: 'replace', resourceType: type.name, targetId: id, ...named(body, type) });
    return refusing(note, async () => {
      const projection = this.projectionOf(request, type, query, namesIn(body));
      const elements = elementsOfResource(type, body, request.dialect);
      let omissions: Omissions;
      const changed = await this.change(request, type, id, note, elements, (record) => {
        omissions = omissionsFor(request.dialect);
        return readResource(type, body, toResource(record, type.attributes), request.dialect, omissions);
      });
      return this.warned(note, omissions, await this.show(request, this.types.bindingOf(type), changed, projection));
    });
  }

  /** RFC 7644 section 3.5.2. @returns also the resource if the client requests attributes, or if its dialect always wants it */
  async patch(
    request: ScimRequest,
    type: ResourceType,
    id: string,
    body: unknown,
    query: Query = {},
  ): Promise<ShownResource | DescribedResource> {
    const note = noteOf(request, { operation: 'patch', resourceType: type.name, targetId: id });
    return refusing(note, async () => {
      const unknown = omissionsFor(request.dialect);
      const parsed = parsePatch(body, namedBy(request, type), request.dialect, unknown);
      const written = parsed.flatMap(({ path }) => path.steps[0]?.name ?? []);
      const projection = this.projectionOf(request, type, query, written);
      const { operations, elements } = splitElementOperations(parsed);
      const writable = writableOf(type);
      let omissions: Omissions;
      const changed = await this.change(request, type, id, note, elements, (record) => {
        omissions = unknown && [...unknown];
        return patchResource(type, toResource(record, writable), operations, request.dialect, omissions);
      });
      const isWanted = projection.only !== undefined || request.dialect.answerPatch;
      const shown = isWanted
        ? await this.show(request, this.types.bindingOf(type), changed, projection)
        : this.describe(request, type, changed);
      return this.warned(note, omissions, shown);
    });
  }

  /** RFC 7644 section 3.6. */
  async remove(request: ScimRequest, type: ResourceType, id: string): Promise<void> {
    noteOf(request, { operation: 'delete', resourceType: type.name, targetId: id });
    await this.types.bindingOf(type).remove(request, id, ({ version }) => assertPreconditions(request.preconditions, version));
  }

  /** The absolute URL of a resource. */
  location({ organization }: ScimRequest, type: ResourceType, id: string): string {
    return resourceLocation(scimBase(this.settings, organization.id), type, id);
  }

  /**
   * The query for each type that the caller may read. A type that can't be sorted as requested keeps its own order.
   * @throws ScimError the error in the query for the first type, if no type accepts it, and any error in its filter
   */
  private searchesOf(request: ScimRequest, body: unknown): Array<{ binding: ResourceBinding; query: ListQuery }> {
    const { organization, caller } = request;
    const readable = this.types.bindings.filter(
      ({ permissions }) => judgeOrganization(caller.memberships, permissions.read, organization.id) === 'allowed',
    );
    const searched = this.types.bindings.map(({ type }) => namedBy(request, type));
    const attempts = readable.map((binding) => {
      const type = namedBy(request, binding.type);
      return { binding, type, ...attempt(body, type, searched) };
    });
    if (attempts.every(({ fault }) => fault)) throw attempts[0]?.fault;
    return attempts.map(({ binding, type, query, fault }) => {
      if (fault && fault.id !== 'SCIM-QUERY-VALUE') throw fault;
      return { binding, query: query ?? parseSearchRequest(withoutSort(body), type, searched) };
    });
  }

  /** @param written names of attributes, in any case, that the request sets */
  private projectionOf(request: ScimRequest, type: ResourceType, query: Query, written: readonly string[] = []): Projection {
    const projection = parseProjectionQuery(query, namedBy(request, type));
    if (!request.dialect.answerWritten || projection.only) return projection;
    const names = new Set(written.map((name) => name.toLowerCase()));
    const also = type.attributes.filter(({ name, returned }) => returned === 'request' && names.has(name.toLowerCase()));
    return { ...projection, also: new Set(also.map(({ name }) => name)) };
  }

  private async change(
    request: ScimRequest,
    type: ResourceType,
    id: string,
    note: Note,
    elements: ElementChanges,
    toChanged: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord> {
    // A stolen token of a person must not take accounts over by this door either (docs/adr/0074-fresh-sign-ins-for-changes.md).
    await this.freshSignIns.assertFresh(request.caller, request.organization.no, 'signIn');
    const binding = this.types.bindingOf(type);
    const change = (current: StoredRecord) => {
      assertPreconditions(request.preconditions, current.version);
      const record = binding.toRecord(toChanged(current), current);
      note.changed = [...changedAttributes(type, current, record), ...Object.keys(elements)];
      return record;
    };
    let before: number | undefined;
    const changed = await binding.update(
      request,
      id,
      (current) => {
        before = current.version;
        return change(current);
      },
      elements,
    );
    if (changed.version === before) note.changed = [];
    Object.assign(note, nameOf(changed, type));
    return changed;
  }

  private async page(request: ScimRequest, binding: ResourceBinding, query: ListQuery): Promise<ListResponse<JsonObject>> {
    const { organization, caller } = request;
    const { filter, sort, startIndex, count, projection } = query;
    const asked = { ...query, type: binding.type };
    const position = query.cursor === undefined ? undefined : await this.cursors.openCursor(organization.no, caller, asked, query.cursor);
    const { total, records, next } = await binding.search(request, {
      ...(filter ? { filter } : {}),
      ...(sort ? { sort } : {}),
      ...(position?.after ? { after: position.after } : {}),
      ...(position ? { total: position.total } : {}),
      offset: startIndex - 1,
      limit: count,
    });
    const resources = (await this.showAll(request, binding, records, projection)).map(({ resource }) => resource);
    const nextCursor =
      query.cursor !== undefined && next && (await this.cursors.seal(organization.no, caller, asked, { after: next, total }));
    const at = query.cursor === undefined ? startIndex : null;
    return { ...listResponse(resources, total, at), ...(nextCursor ? { nextCursor } : {}) };
  }

  private async show(
    request: ScimRequest,
    binding: ResourceBinding,
    record: StoredRecord,
    projection: Projection = DEFAULT_PROJECTION,
  ): Promise<ShownResource> {
    const [shown] = await this.showAll(request, binding, [record], projection);
    return shown as ShownResource;
  }

  private async showAll(
    request: ScimRequest,
    binding: ResourceBinding,
    records: readonly StoredRecord[],
    projection: Projection,
  ): Promise<ShownResource[]> {
    const locationOf = (typeName: string, id: string) => this.location(request, this.types.named(typeName), id);
    const apart = await readApartMembers(binding, request, records, projection, locationOf);
    return records.map((record, index) => {
      const described = this.describe(request, binding.type, record, apart[index]?.digest);
      const shown = { ...binding.shown(record), version: described.tag };
      const resource = serializeResource(binding.type, shown, described.location, projection);
      return { ...described, resource: Object.assign(resource, apart[index]?.members) };
    });
  }

  /** Records omitted values, in the log and in the answer. */
  private warned<T extends DescribedResource | ShownResource>(note: Note, omissions: Omissions, shown: T): T {
    if (!omissions || omissions.length === 0) return shown;
    note.omitted = omissions
      .slice(0, MAX_OMISSIONS)
      .map(({ attribute = '', kind, id }) => ({ attribute: attribute.slice(0, MAX_ATTRIBUTE), kind, errorId: id }));
    const warning = warningOf(omissions, this.settings.vendor);
    if (!('resource' in shown)) return { ...shown, warning };
    const { schemas, ...members } = shown.resource;
    return { ...shown, warning, resource: { schemas: [...(schemas as string[]), ...Object.keys(warning)], ...members, ...warning } };
  }

  private describe(request: ScimRequest, type: ResourceType, { id, version }: StoredRecord, digest?: string): DescribedResource {
    return { id, location: this.location(request, type, id), tag: entityTag(version, digest) };
  }
}

/** The results so far of a search over several types. */
interface Found {
  readonly resources: JsonObject[];
  total: number;
  /** The number of resources of the previous types. */
  skipped: number;
  next?: Omit<CursorPosition, 'total'>;
}

/** Converts a body to the form of SCIM 2.0. */
function understood({ dialect }: ScimRequest, { schema }: ResourceType, body: unknown): unknown {
  return dialect.scim1Schemas ? fromScim1(body, schema.urn) : body;
}

/** The type with the attribute names that this client may use. */
function namedBy({ dialect }: ScimRequest, type: ResourceType): ResourceType {
  return dialect.shortNames ? withShortNames(type) : type;
}

/** The query of a search request, or its error for this type. */
function attempt(body: unknown, type: ResourceType, searched: readonly ResourceType[]): { query?: ListQuery; fault?: ScimError } {
  try {
    return { query: parseSearchRequest(body, type, searched) };
  } catch (error) {
    if (error instanceof ScimError) return { fault: error };
    throw error;
  }
}

function withoutSort(body: unknown): JsonObject {
  return Object.fromEntries(Object.entries(body as JsonObject).filter(([name]) => !['sortby', 'sortorder'].includes(name.toLowerCase())));
}

function namesIn(body: unknown): string[] {
  return isObject(body) ? Object.keys(body) : [];
}

/** Records the attribute that a refusal is about. */
async function refusing<T>(note: Note, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    note.attribute = refusedAttribute(error);
    throw error;
  }
}

function noteOf({ notes }: ScimRequest, note: Note): Note {
  notes.push(note);
  return note;
}

/** The name in a body, so that a failed request can be found by it. */
function named(body: unknown, type: ResourceType): Pick<Note, 'targetName'> {
  const targetName = nameIn(body, type);
  return targetName === undefined ? {} : { targetName };
}

/** The name of a stored record, from one of its fields. */
function nameOf(record: StoredRecord, { attributes, naming }: ResourceType): Pick<Note, 'targetName'> {
  const attribute = attributes.find(({ name }) => name === naming);
  const targetName = attribute && (record as StoredRecord & JsonObject)[attribute.field];
  return typeof targetName === 'string' ? { targetName } : {};
}
