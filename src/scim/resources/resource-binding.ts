// A resource type with its storage: its table, and access to its records. Protocol, bulk, discovery and log depend on nothing else of it.
import type { Permission } from '../../common/access/permissions.js';
import type { PagePosition } from '../../common/search/page-position.js';
import type { ResourceType } from '../protocol/schema/attribute.js';
import type { ElementChanges } from '../protocol/elements.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import type { ListQuery } from '../protocol/list-query.js';
import type { ScimRequest } from './scim-requests.service.js';

/**
 * A stored record: the fields that every resource has, and flat fields by the names in the rows of its table. Times are microseconds since
 * 1970 UTC.
 */
export interface StoredRecord {
  readonly id: string;
  /** Changes with every change of the record. */
  readonly version: number;
  readonly createdUs: number;
  readonly modifiedUs: number;
}

/** The permissions that callers need for resources of a type, each in the organization that the path names. */
export interface ResourcePermissions {
  readonly read: Permission;
  readonly write: Permission;
  readonly remove: Permission;
}

/** A query for a page of records: filter, order and position in terms of the domain. */
export interface RecordQuery extends Pick<ListQuery, 'filter' | 'sort'> {
  /** Number of records to skip, counted from `after` if given. */
  readonly offset: number;
  /** Maximum number of records; 0 only counts. */
  readonly limit: number;
  /** Only records after this position. */
  readonly after?: PagePosition;
  /** The total, if known from an earlier page. */
  readonly total?: number;
}

export interface RecordPage<R extends StoredRecord> {
  readonly total: number;
  readonly records: readonly R[];
  /** The position of the last record, if there are more. */
  readonly next?: PagePosition;
}

/** An element of an associated list: its fields by the names of the table's rows, and the resource type that it refers to. */
export interface ApartElement {
  readonly value: string;
  readonly leadsTo: string;
}

/** Reads an associated list, which is not part of the records. */
export interface ElementReader<R extends StoredRecord = StoredRecord> {
  /** Whether every change of the list changes the version of the record. */
  readonly isVersioned: boolean;
  /** The elements of several records, by record id, in few queries; undefined if there are more than `limit` in total. */
  readAll(request: ScimRequest, records: readonly R[], limit: number): Promise<ReadonlyMap<string, readonly ApartElement[]> | undefined>;
  /** The elements of one record, in portions. */
  readPortions(request: ScimRequest, record: R): AsyncIterable<readonly ApartElement[]>;
}

/**
 * A resource type with its storage. Every function works in the organization of the request. They throw DomainError: `notFound` for an
 * unknown id, `conflict` if a value is taken, `invalid` for a violation of the domain's own rules.
 */
export interface ResourceBinding<R extends StoredRecord = StoredRecord> {
  readonly type: ResourceType;
  readonly permissions: ResourcePermissions;
  /** The fields of a validated resource. `before` is the stored record, absent for a new one. */
  toRecord(resource: JsonObject, before?: R): object;
  /** The record as shown in answers; its fields are those of the table. */
  shown(record: R): object;
  get(request: ScimRequest, id: string): Promise<R>;
  /** Readers of the associated lists, by the name of the attribute. */
  readonly elements?: Readonly<Record<string, ElementReader<R>>>;
  /** @param elements changes of associated lists */
  create(request: ScimRequest, record: object, elements: ElementChanges): Promise<R>;
  /**
   * Replaces the record with the result of `change`, in one unit of work. A replacement and a PATCH differ only in `change`. It is pure,
   * may run more than once, and refuses by throwing; then nothing is stored.
   * @param elements changes of associated lists, in the same unit of work
   */
  update(request: ScimRequest, id: string, change: (current: R) => object, elements: ElementChanges): Promise<R>;
  /** @param permit is called with the record in the same unit of work and refuses by throwing */
  remove(request: ScimRequest, id: string, permit: (current: R) => void): Promise<void>;
  search(request: ScimRequest, query: RecordQuery): Promise<RecordPage<R>>;
}
