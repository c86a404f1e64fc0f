// The operations on resources of any type: protocol in, binding out. Single requests and bulk go through the same functions.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { withShortNames, type ResourceType } from '../protocol/attribute.js';
import { nameIn } from '../protocol/bulk.js';
import { changedAttributes } from '../protocol/changed-attributes.js';
import { assertPreconditions, entityTag, namesVersion } from '../protocol/entity-tag.js';
import type { JsonObject } from '../protocol/evaluate.js';
import { assertPagingInRange, parseListQuery, parseProjectionQuery, parseSearchRequest, type ListQuery } from '../protocol/list-query.js';
import { toResource } from '../protocol/mapping.js';
import { listResponse, type ListResponse } from '../protocol/messages.js';
import { parsePatch, patchResource } from '../protocol/patch.js';
import { DEFAULT_PROJECTION, type Projection } from '../protocol/projection.js';
import { resourceLocation, serializeResource } from '../protocol/serialize.js';
import { isObject, readResource, writableOf } from '../protocol/validate.js';
import type { Note } from '../provisioning/record-provisioning.js';
import { Cursors } from './cursors.service.js';
import type { ResourceBinding, StoredRecord } from './resource-binding.js';
import { ResourceTypes } from './resource-types.service.js';
import { scimBase, type ScimRequest } from './scim-requests.service.js';

type Query = Readonly<JsonObject>;

/** One resource, ready to be answered with. */
export interface ShownResource {
  id: string;
  resource: JsonObject;
  location: string;
  tag: string;
}

@Injectable()
export class ResourceOperations {
  constructor(
    private readonly types: ResourceTypes,
    private readonly cursors: Cursors,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** RFC 7644 section 3.3. */
  async create(request: ScimRequest, type: ResourceType, body: unknown, query: Query = {}): Promise<ShownResource> {
    const note = noteOf(request, { operation: 'create', ...named(body, type) });
    const binding = this.types.bindingOf(type);
    const projection = this.projectionOf(request, type, query, namesIn(body));
    const record = binding.toRecord(readResource(type, body, undefined, request.dialect));
    note.changed = changedAttributes(type, undefined, record);
    const created = await binding.create(request, record);
    note.targetId = created.id;
    return this.show(request, binding, created, projection);
  }

  /** RFC 7644 section 3.4.1. @returns without a resource when the caller has this version already (RFC 9110 section 13.1.2) */
  async read(request: ScimRequest, type: ResourceType, id: string, query: Query): Promise<ShownResource | { tag: string }> {
    const note = noteOf(request, { operation: 'read', targetId: id });
    const binding = this.types.bindingOf(type);
    const record = await binding.get(request, id);
    Object.assign(note, named(toResource(record, type.attributes), type));
    const { ifMatch, ifNoneMatch } = request.preconditions;
    if (ifMatch !== undefined) assertPreconditions({ ifMatch }, record.version);
    const projection = this.projectionOf(request, type, query);
    if (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, record.version)) return { tag: entityTag(record.version) };
    return this.show(request, binding, record, projection);
  }

  /** RFC 7644 section 3.4.2. */
  async list(request: ScimRequest, type: ResourceType, query: Query): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list' });
    if (!request.dialect.clampPaging) assertPagingInRange(query);
    return this.page(request, this.types.bindingOf(type), parseListQuery(query, namedBy(request, type)));
  }

  /** RFC 7644 section 3.4.3. */
  async search(request: ScimRequest, type: ResourceType, body: unknown): Promise<ListResponse<JsonObject>> {
    noteOf(request, { operation: 'list' });
    const query = parseSearchRequest(body, namedBy(request, type));
    if (!request.dialect.clampPaging) assertPagingInRange(body as Query);
    return this.page(request, this.types.bindingOf(type), query);
  }

  /** RFC 7644 section 3.5.1. */
  async replace(request: ScimRequest, type: ResourceType, id: string, body: unknown, query: Query = {}): Promise<ShownResource> {
    const note = noteOf(request, { operation: 'replace', targetId: id, ...named(body, type) });
    const projection = this.projectionOf(request, type, query, namesIn(body));
    const read = (current: JsonObject) => readResource(type, body, current, request.dialect);
    return this.change(request, type, id, note, projection, (record) => read(toResource(record, type.attributes)));
  }

  /** RFC 7644 section 3.5.2. @returns `wanted`: the client asks for attributes, or always wants the resource; otherwise there is nothing to say */
  async patch(
    request: ScimRequest,
    type: ResourceType,
    id: string,
    body: unknown,
    query: Query = {},
  ): Promise<ShownResource & { wanted: boolean }> {
    const note = noteOf(request, { operation: 'patch', targetId: id });
    const operations = parsePatch(body, namedBy(request, type), request.dialect);
    const written = operations.flatMap(({ path }) => path.steps[0]?.name ?? []);
    const projection = this.projectionOf(request, type, query, written);
    const writable = writableOf(type);
    const shown = await this.change(request, type, id, note, projection, (record) =>
      patchResource(type, toResource(record, writable), operations, request.dialect),
    );
    return { ...shown, wanted: projection.only !== undefined || request.dialect.answerPatch };
  }

  /** RFC 7644 section 3.6. */
  async remove(request: ScimRequest, type: ResourceType, id: string): Promise<void> {
    noteOf(request, { operation: 'delete', targetId: id });
    await this.types.bindingOf(type).remove(request, id, ({ version }) => assertPreconditions(request.preconditions, version));
  }

  /** The absolute address of a resource. */
  location({ organization }: ScimRequest, type: ResourceType, id: string): string {
    return resourceLocation(scimBase(this.settings, organization.id), type, id);
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
    projection: Projection,
    toChanged: (current: StoredRecord) => JsonObject,
  ): Promise<ShownResource> {
    const binding = this.types.bindingOf(type);
    const changed = await binding.update(request, id, (current) => {
      assertPreconditions(request.preconditions, current.version);
      const record = binding.toRecord(toChanged(current), current);
      note.changed = changedAttributes(type, current, record);
      return record;
    });
    Object.assign(note, named(toResource(changed, type.attributes), type));
    return this.show(request, binding, changed, projection);
  }

  private async page(request: ScimRequest, binding: ResourceBinding, query: ListQuery): Promise<ListResponse<JsonObject>> {
    const { organization, caller } = request;
    const { filter, sort, startIndex, count, projection } = query;
    const place = query.cursor === undefined ? undefined : await this.cursors.openCursor(organization.no, caller, query);
    const { total, records, next } = await binding.search(request, {
      ...(filter ? { filter } : {}),
      ...(sort ? { sort } : {}),
      ...place,
      offset: startIndex - 1,
      limit: count,
    });
    const resources = records.map((record) => this.show(request, binding, record, projection).resource);
    const nextCursor = query.cursor !== undefined && next && this.cursors.seal(organization.no, caller, query, { after: next, total });
    return { ...listResponse(resources, total, startIndex), ...(nextCursor ? { nextCursor } : {}) };
  }

  private show(
    request: ScimRequest,
    binding: ResourceBinding,
    record: StoredRecord,
    projection: Projection = DEFAULT_PROJECTION,
  ): ShownResource {
    const location = this.location(request, binding.type, record.id);
    const tag = entityTag(record.version);
    return {
      id: record.id,
      location,
      tag,
      resource: serializeResource(binding.type, { ...binding.shown(record), version: tag }, location, projection),
    };
  }
}

/** The type as this client may name its attributes. */
function namedBy({ dialect }: ScimRequest, type: ResourceType): ResourceType {
  return dialect.shortNames ? withShortNames(type) : type;
}

function namesIn(body: unknown): string[] {
  return isObject(body) ? Object.keys(body) : [];
}

function noteOf({ notes }: ScimRequest, note: Note): Note {
  notes.push(note);
  return note;
}

/** The name that a body or a resource has, so that a request that fails can be found by it. */
function named(resource: unknown, type: ResourceType): Pick<Note, 'targetName'> {
  const targetName = nameIn(resource, type);
  return targetName === undefined ? {} : { targetName };
}
