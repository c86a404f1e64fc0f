// The names of members in the entries of an import, which may be written in `snake_case` as well.
import { MEMBERS } from '../../../users/directory/people/person/person.columns.js';
import { GROUP_MEMBERS } from './group-record.js';
import { IDENTITY_MEMBERS } from './identity-record.js';
import { camelCase, FAULTS, LIMITS, type RecordFault } from './import-record.js';
import { ORGANIZATION_MEMBERS, OWN_MEMBERS } from './organization-record.js';
import { ATTRIBUTES } from './person-attributes.js';
import { PERSON_MEMBERS } from './person-record.js';
import { RESOURCE_MEMBERS } from './resource-members.js';

const HASH = 'hashedPassword';
/** Of all lists. */
const MEMBER_NAMES: ReadonlySet<string> = new Set(
  [
    ORGANIZATION_MEMBERS,
    OWN_MEMBERS,
    ATTRIBUTES,
    IDENTITY_MEMBERS,
    ...Object.values(MEMBERS),
    ...[PERSON_MEMBERS, GROUP_MEMBERS, ...Object.values(RESOURCE_MEMBERS)].flatMap((objects) =>
      Object.values<ReadonlySet<string>>(objects),
    ),
  ].flatMap((names) => [...names]),
);

/**
 * A value with every member that some entry may have in camelCase, and any other as it was sent, so that messages name what the caller wrote; and how
 * many members it has at all levels together. When that is fewer than were sent, some were there twice.
 */
export function readMembers(value: unknown): { value: unknown; members: number; fault?: RecordFault } {
  const count = { members: 0, deep: false };
  const named = renamed(value, 1, count, false);
  return { value: named, members: count.members, ...(count.deep ? { fault: FAULTS.tooDeep } : {}) };
}

/** @param isHash everything in the export of a hash is in camelCase: no message names a member of it */
function renamed(value: unknown, depth: number, count: { members: number; deep: boolean }, isHash: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > LIMITS.depth) {
    count.deep = true;
    return null;
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = renamed(value[at], depth + 1, count, isHash);
    return value;
  }
  const object = value as Record<string, unknown>;
  let snake = false;
  for (const name of Object.keys(object)) {
    count.members++;
    snake ||= name.includes('_');
    const member = object[name];
    if (typeof member === 'object' && member !== null) object[name] = renamed(member, depth + 1, count, isHash || camelCase(name) === HASH);
  }
  if (!snake) return object;
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(object)) {
    const known = camelCase(name);
    const camel = isHash || MEMBER_NAMES.has(known) ? known : name;
    // Sent in both spellings: it counts once, so that the caller notices.
    if (camel in result) count.members--;
    result[camel] = object[name];
  }
  return result;
}
