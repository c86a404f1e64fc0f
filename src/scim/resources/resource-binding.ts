// A resource type with its storage: its table, and the way to its records. Protocol, bulk, discovery and log know nothing else of it.
import type { Permission } from '../../common/access/permissions.js';
import type { PagePosition } from '../../users/search/page-position.js';
import type { ResourceType } from '../protocol/attribute.js';
import type { ElementChanges } from '../protocol/elements.js';
import type { JsonObject } from '../protocol/evaluate.js';
import type { ListQuery } from '../protocol/list-query.js';
import type { ScimRequest } from './scim-requests.service.js';

/** A stored record: what every resource has, and flat fields by the names that the rows of its table say. Times are microseconds since 1970 UTC. */
export interface StoredRecord {
  readonly id: string;
  /** Another one after every change. */
  readonly version: number;
  readonly createdUs: number;
  readonly modifiedUs: number;
}

/** What callers may do with resources of a type, each in the organization that the address names. */
export interface ResourcePermissions {
  readonly read: Permission;
  readonly write: Permission;
  readonly remove: Permission;
}

/** A query for a page of records: filter, order and place in terms of the domain. */
export interface RecordQuery extends Pick<ListQuery, 'filter' | 'sort'> {
  /** Number of records to skip, counted from `after` if given. */
  readonly offset: number;
  /** Maximum number of records; 0 only counts. */
  readonly limit: number;
  /** Only those after this place. */
  readonly after?: PagePosition;
  /** The total, if known from an earlier page. */
  readonly total?: number;
}

export interface RecordPage<R extends StoredRecord> {
  readonly total: number;
  readonly records: readonly R[];
  /** The place of the last one, if there are more. */
  readonly next?: PagePosition;
}

/** An element of a list that is stored apart: its fields by the names of the table's rows, and the resource type that it leads to. */
export interface ApartElement {
  readonly value: string;
  readonly leadsTo: string;
}

/** Reads a list that is stored apart from the records. */
export interface ElementReader<R extends StoredRecord = StoredRecord> {
  /** Whether the record has another version after every change of the list. */
  readonly isVersioned: boolean;
  /** The elements of several records, by the record's id, in few queries; undefined if there are more than `limit` in all. */
  readAll(request: ScimRequest, records: readonly R[], limit: number): Promise<ReadonlyMap<string, readonly ApartElement[]> | undefined>;
  /** The elements of one record, a portion at a time. */
  readPortions(request: ScimRequest, record: R): AsyncIterable<readonly ApartElement[]>;
}

/**
 * A resource type with its storage. Every function works in the organization of the request and throws DomainError: `notFound` for an id that it does
 * not have, `conflict` where a value is taken, `invalid` for what its own rules refuse.
 */
export interface ResourceBinding<R extends StoredRecord = StoredRecord> {
  readonly type: ResourceType;
  readonly permissions: ResourcePermissions;
  /** The fields of a checked resource. `before` is what is stored already, absent for a new one. */
  toRecord(resource: JsonObject, before?: R): object;
  /** The record as answers show it; its fields are those of the table. */
  shown(record: R): object;
  get(request: ScimRequest, id: string): Promise<R>;
  /** Readers of the lists that are stored apart, by the name of the attribute. */
  readonly elements?: Readonly<Record<string, ElementReader<R>>>;
  /** @param elements of lists that are stored apart */
  create(request: ScimRequest, record: object, elements: ElementChanges): Promise<R>;
  /**
   * Puts what `change` makes of the record in its place, in one unit of work. A replacement and a PATCH differ by `change` alone, which is pure, may run
   * more than once and refuses by throwing: then nothing is stored.
   * @param elements what else becomes of lists that are stored apart, in the same unit of work
   */
  update(request: ScimRequest, id: string, change: (current: R) => object, elements: ElementChanges): Promise<R>;
  /** @param permit is asked about the record in the same unit of work and refuses by throwing */
  remove(request: ScimRequest, id: string, permit: (current: R) => void): Promise<void>;
  search(request: ScimRequest, query: RecordQuery): Promise<RecordPage<R>>;
}
