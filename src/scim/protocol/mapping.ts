/** Domain record <-> resource, by the `field` column of the attribute table. A record is flat; a resource is JSON with canonical names. */
import { type Attribute, type ResourceType, writableOf } from './schema/attribute.js';
import type { JsonObject } from './query/evaluate.js';
import { formatTimestamp } from './wire/timestamp.js';

/** A domain record in the form that the table uses: fields by name. */
export type DomainRecord = Record<string, unknown>;

/** The attributes for which a record has a value. The result shares no mutable object with the record. */
export function toResource(source: object, attributes: readonly Attribute[]): JsonObject {
  const record = source as DomainRecord;
  const resource: JsonObject = {};
  for (const attribute of attributes) {
    const value = outward(attribute, record);
    if (value !== undefined) resource[attribute.name] = value;
  }
  return resource;
}

/** The fields for which a resource has a value. */
export function toRecord(resource: JsonObject, attributes: readonly Attribute[]): DomainRecord {
  const record: DomainRecord = {};
  for (const attribute of attributes) {
    const value = resource[attribute.name];
    if (value === undefined) continue;
    if (attribute.type !== 'complex') record[attribute.field] = value;
    else if (!attribute.multiValued) Object.assign(record, toRecord(value as JsonObject, attribute.subAttributes));
    else record[attribute.field] = (value as JsonObject[]).map((element) => toRecord(element, attribute.subAttributes));
  }
  return record;
}

function outward(attribute: Attribute, record: DomainRecord): unknown {
  const value = record[attribute.field];
  switch (attribute.type) {
    case 'complex': {
      if (!attribute.multiValued) return unlessEmpty(toResource(record, attribute.subAttributes));
      const elements = ((value ?? []) as DomainRecord[]).map((element) => toResource(element, attribute.subAttributes));
      return elements.length > 0 ? elements : undefined;
    }
    case 'dateTime':
      return value === undefined ? undefined : formatTimestamp(value as number);
    case 'boolean':
      return value ?? undefined;
    case 'string':
    case 'reference':
    case 'binary':
      // Versions are numbers in records and strings in resources.
      return value === undefined || value === null ? undefined : attribute.multiValued ? value : String(value as string | number);
  }
}

/** RFC 7643 section 2.5: a complex value without sub-attributes is unassigned. */
export function unlessEmpty<T extends object>(object: T): T | undefined {
  return Object.keys(object).length > 0 ? object : undefined;
}

/**
 * Names of the attributes that differ, for the log, in the order of the table; never their values. Without `before`, all attributes that have a
 * value. A value that is never returned (a password) can't be compared, so it is named whenever it is sent.
 */
export function changedAttributes(type: ResourceType, before: object | undefined, after: object): string[] {
  const writable = writableOf(type);
  const was = before === undefined ? {} : toResource(before, writable);
  const is = toResource(after, writable);
  return writable.flatMap(({ name, returned }) => {
    const differs = returned === 'never' ? is[name] !== undefined : JSON.stringify(was[name]) !== JSON.stringify(is[name]);
    return differs ? name : [];
  });
}
