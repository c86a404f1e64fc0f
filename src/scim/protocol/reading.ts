/** How the values of one request are read, and what is left out of it because it can't be stored. */
import { partOf, type Attribute } from './attribute.js';
import type { Dialect } from './dialect.js';
import type { JsonObject } from './evaluate.js';
import { warningUrn } from './messages.js';
import { ValueError } from './scim-error.js';

/** Values that are left out of a request. Absent where the dialect refuses them instead. */
export type Omissions = ValueError[] | undefined;

export interface Reading {
  readonly dialect: Dialect;
  readonly omissions?: Omissions;
  /** The path of a PATCH operation, with which the paths of its errors begin, and what it means. */
  readonly place?: { readonly text: string; readonly steps: readonly Attribute[] };
}

/** A list for what a request leaves out, if its dialect leaves anything out. */
export function omissionsFor({ omitUnstorable }: Dialect): Omissions {
  return omitUnstorable ? [] : undefined;
}

/** What `read` returns, or `instead` where a value can't be stored and is left out. @throws ValueError where it is refused */
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

/** Leaves a value out that the rest of the resource does without. @throws ValueError where it is refused */
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

/** What an answer says about values that were left out, by the URN of its schema. */
export type Warning = Readonly<Record<string, { omitted: readonly JsonObject[] }>>;

/** What an answer says about values that were left out, for the client to show to an administrator. */
export function warningOf(omissions: readonly ValueError[], vendor: string): Warning {
  const omitted = omissions.map(({ attribute, path, kind, id, detail }) => ({ attribute, path, kind, id, message: detail }));
  return { [warningUrn(vendor)]: { omitted } };
}

/** The name of the attribute at a path, without positions and without the filter of a PATCH, which may have personal data. */
function attributeAt(path: string, place: Reading['place']): string {
  const [first, ...inner] = place?.steps ?? [];
  if (!place || !first) return path.replace(/\[\d+\]/g, '');
  const [second, ...others] = inner.map(({ name }) => name);
  const name = second === undefined ? first.name : [partOf(first, first.name, second), ...others].join('.');
  return `${name}${path.slice(place.text.length).replace(/\[\d+\]/g, '')}`;
}
