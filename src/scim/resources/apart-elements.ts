// Adds the elements of associated lists to answers. Only lists that are shown are read: short ones at once, long ones as a stream.
import { createHash } from 'node:crypto';
import { isApart, type ListAttribute } from '../protocol/schema/attribute.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import { elementSerializer, isShown, type Projection } from '../protocol/serialize.js';
import type { ApartElement, ElementReader, ResourceBinding, StoredRecord } from './resource-binding.js';
import type { ScimRequest } from './scim-requests.service.js';
import { StreamedList } from './streamed-answer.js';

/** Elements of one answer that are read at once and held in memory. */
const MAX_AT_ONCE = 2_000;
const DIGEST_BYTES = 8;

/** The members of a resource besides those of its record. */
export interface ApartMembers {
  readonly members: JsonObject;
  /** Distinguishes answers that differ in lists which the version of the record doesn't cover. */
  digest?: string;
}

/** For each record in order. Streamed lists that the version doesn't cover are read twice, because the version is written first. */
export async function readApartMembers(
  binding: ResourceBinding,
  request: ScimRequest,
  records: readonly StoredRecord[],
  projection: Projection,
  locationOf: (typeName: string, id: string) => string,
): Promise<ApartMembers[]> {
  const apart = records.map((): ApartMembers => ({ members: {} }));
  if (records.length === 0) return apart;
  for (const [name, reader] of Object.entries(binding.elements ?? {})) {
    const attribute = binding.type.attributes.find((row): row is ListAttribute => row.name === name && isApart(row));
    if (!attribute || !isShown(attribute, projection)) continue;
    const show = elementSerializer(attribute, projection);
    const serialize = (elements: readonly ApartElement[]) =>
      elements.map((element) => show({ ...element, $ref: locationOf(element.leadsTo, element.value) }));
    const known = await reader.readAll(request, records, MAX_AT_ONCE);
    for (const [index, record] of records.entries()) {
      const own = apart[index] as ApartMembers;
      const portions = () => portionsOf(reader, request, record, serialize);
      // An empty list is shown: clients that check whether the last element has been removed expect it, and RFC 7643 section 2.5 says that
      // it means the same.
      const elements = known ? serialize(known.get(record.id) ?? []) : undefined;
      own.members[name] = elements ?? new StreamedList(portions());
      // The tag already covers the elements of a versioned list. Their other members, such as names, are covered if that needs no second
      // read.
      const digest = elements ? await digestOf([elements]) : reader.isVersioned ? undefined : await digestOf(portions());
      if (digest !== undefined) own.digest = digest;
    }
  }
  return apart;
}

/** Whether answers contain values that may change without a new version of the record. */
export function showsUnversioned({ elements = {}, type }: ResourceBinding, projection: Projection): boolean {
  return type.attributes.some((row) => elements[row.name] !== undefined && isShown(row, projection));
}

/** Distinguishes answers with the same version of a record by elements that the version doesn't cover; undefined if there are none. */
async function digestOf(portions: AsyncIterable<readonly JsonObject[]> | Iterable<readonly JsonObject[]>): Promise<string | undefined> {
  const hash = createHash('sha256');
  let isEmpty = true;
  for await (const portion of portions) {
    for (const element of portion) hash.update(JSON.stringify(element));
    isEmpty &&= portion.length === 0;
  }
  return isEmpty ? undefined : hash.digest().subarray(0, DIGEST_BYTES).toString('base64url');
}

async function* portionsOf(
  reader: ElementReader,
  request: ScimRequest,
  record: StoredRecord,
  serialize: (elements: readonly ApartElement[]) => JsonObject[],
): AsyncGenerator<JsonObject[]> {
  for await (const portion of reader.readPortions(request, record)) yield serialize(portion);
}
