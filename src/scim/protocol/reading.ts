/** How the values of one request are read, and which are omitted because they can't be stored. */
import { partOf, type Attribute } from './schema/attribute.js';
import type { Dialect } from './schema/dialect.js';
import type { JsonObject } from './query/evaluate.js';
import { warningUrn } from './wire/messages.js';
import { ValueError } from './wire/scim-error.js';

/** Values omitted from a request. Absent if the dialect refuses them instead. */
export type Omissions = ValueError[] | undefined;

export interface Reading {
  readonly dialect: Dialect;
  readonly omissions?: Omissions;
  /** The path of a PATCH operation and its rows. The paths of its errors begin with it. */
  readonly place?: { readonly text: string; readonly steps: readonly Attribute[] };
}

/** A list for the omitted values of a request, if its dialect allows omissions. */
export function omissionsFor({ omitUnstorable }: Dialect): Omissions {
  return omitUnstorable ? [] : undefined;
}

/** Returns the result of `read`, or `instead` if a value can't be stored and is omitted. @throws ValueError if it is refused */
export function readOrOmit<T>({ omissions, place }: Reading, { essential }: Attribute, read: () => T, instead: T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    error.attribute ??= attributeAt(error.path, place);
    if (!omissions || essential) throw error;
    omissions.push(error);
    return instead;
  }
}

/** Omits a value that the resource doesn't need. @throws ValueError if it is refused */
export function omit(reading: Reading, attribute: Attribute, error: ValueError): void {
  readOrOmit(
    reading,
    attribute,
    () => {
      throw error;
    },
    undefined,
  );
}

/** The warning about omitted values, by the URN of its schema. */
export type Warning = Readonly<Record<string, { omitted: readonly JsonObject[] }>>;

/** The warning about omitted values, for the client to show to an administrator. */
export function warningOf(omissions: readonly ValueError[], vendor: string): Warning {
  const omitted = omissions.map(({ attribute, path, kind, id, detail }) => ({ attribute, path, kind, id, message: detail }));
  return { [warningUrn(vendor)]: { omitted } };
}

/** The name of the attribute at a path, without positions and without the filter of a PATCH, which may contain personal data. */
function attributeAt(path: string, place: Reading['place']): string {
  const [first, ...inner] = place?.steps ?? [];
  if (!place || !first) return path.replace(/\[\d+\]/g, '');
  const [second, ...others] = inner.map(({ name }) => name);
  const name = second === undefined ? first.name : [partOf(first, first.name, second), ...others].join('.');
  return `${name}${path.slice(place.text.length).replace(/\[\d+\]/g, '')}`;
}
