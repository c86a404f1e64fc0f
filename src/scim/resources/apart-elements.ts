// Puts the elements of lists that are stored apart into answers: only of lists that are shown, few at once, many as a stream.
import { isApart, type ListAttribute } from '../protocol/attribute.js';
import type { JsonObject } from '../protocol/evaluate.js';
import { isShown, type Projection } from '../protocol/projection.js';
import { elementSerializer } from '../protocol/serialize.js';
import type { ApartElement, ElementReader, ResourceBinding, StoredRecord } from './resource-binding.js';
import type { ScimRequest } from './scim-requests.service.js';
import { StreamedList } from './streamed-answer.js';

/** Elements of one answer that are read at once and held in memory. */
const MAX_AT_ONCE = 2_000;

/** For each record in order, the members that its resource has besides those of the record. */
export async function readApartMembers(
  binding: ResourceBinding,
  request: ScimRequest,
  records: readonly StoredRecord[],
  projection: Projection,
  locationOf: (typeName: string, id: string) => string,
): Promise<JsonObject[]> {
  const members: JsonObject[] = records.map(() => ({}));
  if (records.length === 0) return members;
  for (const [name, reader] of Object.entries(binding.elements ?? {})) {
    const attribute = binding.type.attributes.find((row): row is ListAttribute => row.name === name && isApart(row));
    if (!attribute || !isShown(attribute, projection)) continue;
    const show = elementSerializer(attribute, projection);
    const serialize = (elements: readonly ApartElement[]) =>
      elements.map((element) => show({ ...element, $ref: locationOf(element.leadsTo, element.value) }));
    const known = await reader.readAll(request, records, MAX_AT_ONCE);
    for (const [index, record] of records.entries()) {
      // An empty list is shown: clients that look whether the last one has left expect it, and RFC 7643 section 2.5 says that it means the same.
      const elements = known ? serialize(known.get(record.id) ?? []) : new StreamedList(portionsOf(reader, request, record, serialize));
      Object.assign(members[index] ?? {}, { [name]: elements });
    }
  }
  return members;
}

async function* portionsOf(
  reader: ElementReader,
  request: ScimRequest,
  record: StoredRecord,
  serialize: (elements: readonly ApartElement[]) => JsonObject[],
): AsyncGenerator<JsonObject[]> {
  for await (const portion of reader.readPortions(request, record)) yield serialize(portion);
}
