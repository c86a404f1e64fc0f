// What an event changed: its values, and those that the event before it had.
import type { Event } from '../../api/event-search.ts';

interface ChangedValue {
  name: string;
  after: string;
  /** Undefined if it isn't known. */
  before?: string;
}

/** Members that say which value was changed, not to what; an earlier event is comparable only if they are equal. */
const SUBJECTS = ['kind', 'language', 'name', 'key', 'domain', 'clientId', 'identityProviderId', 'userId', 'memberId', 'holderId'];
/** Events whose `name` is the new value. */
const RENAMES = ['org.changed', 'group.changed', 'user.machine.changed', 'application.changed', 'project.changed'];

export const isChange = ({ type }: Event): boolean => /\.(?:changed|set|updated)$/.test(type.type);

/** @param earlier events of the same aggregate, the newest first */
export function changedValues(event: Event, earlier: readonly Event[]): ChangedValue[] {
  const subjects = SUBJECTS.filter((name) => name in event.payload && !(name === 'name' && RENAMES.includes(event.type.type)));
  const comparable = isChange(event)
    ? earlier.filter(({ payload }) => subjects.every((name) => shown(payload[name]) === shown(event.payload[name])))
    : [];
  return Object.entries(event.payload).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const last = subjects.includes(name) ? undefined : comparable.find(({ payload }) => name in payload);
    const before = last && shown(last.payload[name]);
    return [{ name, after: shown(value), ...(before !== undefined && before !== shown(value) && { before }) }];
  });
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

/** The value of an event that says most, for one line. */
export function mainValue({ payload }: Event): string | undefined {
  const found = ['role', 'roleKeys', 'userName', 'name', 'email', 'domain', 'kind', 'key', 'reason']
    .map((name) => payload[name])
    .find((value) => typeof value === 'string' || Array.isArray(value));
  return found === undefined ? undefined : [found].flat().map(shown).join(', ');
}
