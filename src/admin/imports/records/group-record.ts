// Reads the groups of an import and their members. An entry is split before it is stored: groups in groups and very many members are written once all groups are there.
import { isObject } from '../../../common/primitives/is-object.js';
import type { GroupValues } from '../../../users/directory/groups/group.js';
import type { NamedBy } from '../../../users/directory/groups/groups-batch.repository.js';
import type { MemberName, MemberReference } from '../../../users/directory/groups/member-names.service.js';
import { bounded, fullName, invalid, textAt, unsupported, type Remark } from './entry-members.js';
import { LISTS, textOf, type ImportRecord, type Members } from './import-record.js';

/** Members of a group that one record has at most. */
export const MEMBERS_AT_ONCE = 1_000;

const TYPE = LISTS.groups.type;
/** Longest names of a person or a group. */
const NAMES: Readonly<Record<NamedBy, number>> = {
  userId: 200,
  userName: 200,
  userExternalId: 400,
  groupId: 200,
  groupDisplayName: 500,
  groupExternalId: 400,
};
const GROUP_NAMES: readonly NamedBy[] = ['groupId', 'groupDisplayName', 'groupExternalId'];
const ALL_NAMES = Object.keys(NAMES) as NamedBy[];
/** Members of an entry of `groups`, of its `group`, of an entry of `groupMembers`, and of an element of `members`. */
export const GROUP_MEMBERS: Readonly<Record<'entry' | 'group' | 'members' | 'member', ReadonlySet<string>>> = {
  entry: new Set(['orgId', 'groupId', 'group', 'members']),
  group: new Set(['displayName', 'externalId']),
  members: new Set(['orgId', ...GROUP_NAMES, 'members']),
  member: new Set(ALL_NAMES),
};

export interface ReadMembers {
  members: MemberReference[];
  /** What is wrong with a member; it is left out, the others are taken. */
  refused: Array<{ position: number; fault: ReturnType<typeof invalid> }>;
  remarks: Remark[];
}

export interface ReadGroup extends ReadMembers {
  id?: string;
  values: GroupValues;
}

/** @throws DomainError `invalid` */
export function readGroup({ value, part }: ImportRecord): ReadGroup {
  if (!isObject(value)) throw invalid('import.type', 'The entry must be an object.', 'groups');
  const { group } = value;
  if (!isObject(group)) throw invalid('import.missing', 'group must be an object.', 'group');
  const id = textAt(value, 'groupId', '', 200);
  const externalId = textAt(group, 'externalId', 'group', 400);
  const displayName = textAt(group, 'displayName', 'group', 500, true) as string;
  const remarks = [...leftOut(value, GROUP_MEMBERS.entry, ''), ...leftOut(group, GROUP_MEMBERS.group, 'group')];
  return {
    ...(id === undefined ? {} : { id }),
    values: { displayName, ...(externalId === undefined ? {} : { externalId }) },
    ...readMembers(value, part?.positions),
    remarks: bounded(remarks),
  };
}

/** @throws DomainError `invalid` */
export function readGroupMembers({ value, part }: ImportRecord): ReadMembers & { group: MemberName } {
  if (!isObject(value)) throw invalid('import.type', 'The entry must be an object.', 'groupMembers');
  const group = nameIn(value, GROUP_NAMES, '');
  return { group, ...readMembers(value, part?.positions), remarks: bounded(leftOut(value, GROUP_MEMBERS.members, '')) };
}

/**
 * The records that an entry is stored as. The first one has people only, at most {@link MEMBERS_AT_ONCE}; those that continue it name the group by
 * its displayName, which it has by then.
 */
export function splitRecord(record: ImportRecord): ImportRecord[] {
  const { list, value, fault } = record;
  if ((list !== 'groups' && list !== 'groupMembers') || fault || !isObject(value) || !Array.isArray(value['members'])) return [record];
  const members = value['members'] as unknown[];
  const continues = list === 'groups';
  const first: number[] = [];
  const later: number[] = [];
  for (const [position, member] of members.entries())
    (first.length < MEMBERS_AT_ONCE && !(continues && isGroupName(member)) ? first : later).push(position);
  if (later.length === 0) return [record];
  const at = (positions: readonly number[]) => positions.map((position) => members[position]);
  const records: ImportRecord[] = [{ ...record, value: { ...value, members: at(first) }, part: { positions: first, continues: false } }];
  const group = continues ? { groupDisplayName: displayNameOf(value) } : value;
  for (let from = 0; from < later.length; from += MEMBERS_AT_ONCE) {
    const positions = later.slice(from, from + MEMBERS_AT_ONCE);
    records.push({ ...record, list: 'groupMembers', value: { ...group, members: at(positions) }, part: { positions, continues } });
  }
  return records;
}

/** The list that a line which names none belongs to: a group has the member `group`, members of one the member `members`, and anything else is a person. */
export function listOfLine(value: unknown): 'humanUsers' | 'groups' | 'groupMembers' {
  if (!isObject(value) || 'user' in value) return 'humanUsers';
  return 'group' in value ? 'groups' : 'members' in value ? 'groupMembers' : 'humanUsers';
}

function readMembers(entry: Members, positions: readonly number[] | undefined): Omit<ReadMembers, 'remarks'> {
  const list = entry['members'];
  if (list === undefined || list === null) return { members: [], refused: [] };
  if (!Array.isArray(list)) throw invalid('import.type', 'members must be a list.', 'members');
  const read: Omit<ReadMembers, 'remarks'> = { members: [], refused: [] };
  for (const [index, member] of list.entries()) {
    const position = positions?.[index] ?? index;
    const name = memberName(member);
    if ('by' in name) read.members.push({ ...name, position });
    else read.refused.push({ position, fault: name });
  }
  return read;
}

function memberName(member: unknown): MemberName | ReturnType<typeof invalid> {
  if (isObject(member)) {
    const [by, another] = Object.keys(member);
    const value = by === undefined ? undefined : member[by];
    if (by !== undefined && another === undefined && Object.hasOwn(NAMES, by) && isName(value, by as NamedBy))
      return { by: by as NamedBy, value };
  }
  return NO_NAME;
}

/** The one name that an entry gives a group. @throws DomainError `invalid` */
function nameIn(value: Members, names: readonly NamedBy[], path: string): MemberName {
  const [name, another] = names.flatMap((by) => {
    const text = textAt(value, by, path, NAMES[by]);
    return text === undefined ? [] : { by, value: text };
  });
  if (name && !another) return name;
  throw invalid('import.missing', `The entry must name its group by one of ${names.join(', ')}.`, 'groupId');
}

function isName(value: unknown, by: NamedBy): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= NAMES[by];
}

function isGroupName(member: unknown): boolean {
  return isObject(member) && GROUP_NAMES.some((name) => name in member);
}

/** Whatever was sent; the first record of the entry is refused when it is no name, and those that continue it with it. */
function displayNameOf({ group }: Members): unknown {
  return isObject(group) ? group['displayName'] : undefined;
}

function leftOut(object: Members, known: ReadonlySet<string>, path: string): Remark[] {
  return Object.keys(object)
    .filter((name) => !known.has(name))
    .map((name) => unsupported(TYPE, fullName(path, textOf(name))));
}

const NO_NAME = invalid('group.member', `A member must be an object with exactly one of ${ALL_NAMES.join(', ')}, a string.`, 'members');
