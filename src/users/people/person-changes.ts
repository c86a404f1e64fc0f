// Classifies changes of a person: the events they leave, and what they end.
import type { CodePurpose } from '../mailed-codes/mailed-codes.repository.js';
import type { NewEvent } from '../events/events.service.js';
import { LIST_FIELDS, MEMBERS, TEXT_LENGTHS, type ListField } from './person.columns.js';
import { shownName, type ListValue, type Person, type PersonValues, type VerifiedBy } from './person.js';
import { primaryEmail, primaryPhone } from './person.rows.js';
import { withVerified } from './verified-by.js';
import type { SessionsEndReason } from './user-sessions.js';

/** The events of somebody who was added. @param proven addresses that were found to be the person's while adding */
export function eventsOfNew(person: Person, editor: string, proven: readonly VerifiedAddress[] = []): NewEvent[] {
  return [
    eventOf(person, editor, 'user.human.added', addedPayload(person)),
    ...proven.map((address) => eventOf(person, editor, 'user.human.email.verified', { ...address })),
    ...(person.active ? [] : [eventOf(person, editor, 'user.deactivated')]),
  ];
}

/** What the event of a new person says. */
function addedPayload(person: Person): Record<string, unknown> {
  return {
    userName: person.userName,
    firstName: person.givenName,
    lastName: person.familyName,
    nickName: person.nickName,
    displayName: shownName(person),
    preferredLanguage: person.preferredLanguage,
    email: primaryEmail(person),
    phone: primaryPhone(person),
  };
}

/** The events that lead from `before` to `after`, in order: each raises the version of `after` by one. */
export function eventsOfChange(before: Person, after: Person, editor: string, newPassword: boolean): NewEvent[] {
  const events: NewEvent[] = [];
  const happened = (type: NewEvent['type'], payload?: Record<string, unknown>) => {
    after.version++;
    events.push(eventOf(after, editor, type, payload));
  };
  for (const { event, payload } of CHANGES.filter(({ of }) => JSON.stringify(of(before)) !== JSON.stringify(of(after))))
    happened(event(after), payload?.(after));
  for (const address of newlyVerified(before.emails, after.emails)) happened('user.human.email.verified', { ...address });
  if (newPassword) happened('user.human.password.changed');
  return events;
}

/** Why a change ends every session and token, if it does. */
export function endOfSessions(before: PersonValues, after: PersonValues, newPassword: string | undefined): SessionsEndReason | undefined {
  if (before.active && !after.active) return 'deactivated';
  return newPassword === undefined ? undefined : 'passwordChanged';
}

const BY_MAIL: readonly CodePurpose[] = ['verifyEmail', 'resetPassword', 'invitation', 'changeEmail', 'factorLink', 'secondFactor'];

/** Of somebody who is a user; the codes of a registration are nobody's yet. */
export const EVERY_CODE: readonly CodePurpose[] = [...BY_MAIL, 'phone', 'smsFactor'];

/** Codes that a change ends: all with the activity, the mailed ones with the addresses, those for a password with the password. */
export function endedCodes(before: PersonValues, after: PersonValues, newPassword: boolean): readonly CodePurpose[] {
  const addresses = (person: PersonValues) => JSON.stringify([primaryEmail(person), ...person.emails.map(({ value }) => value)]);
  if (before.active && !after.active) return EVERY_CODE;
  if (addresses(before) !== addresses(after)) return BY_MAIL;
  return newPassword ? ['resetPassword', 'invitation', 'changeEmail', 'factorLink'] : [];
}

interface Change {
  /** The part of a person that is compared. */
  of(values: PersonValues): unknown;
  event(after: PersonValues): NewEvent['type'];
  payload?(after: PersonValues): Record<string, unknown>;
}

/** What counts as which change. */
const CHANGES: readonly Change[] = [
  { of: ({ userName }) => userName, event: () => 'user.username.changed', payload: ({ userName }) => ({ userName }) },
  {
    of: (values) => membersOf(values, 'emails'),
    event: () => 'user.human.email.changed',
    payload: (after) => ({ email: primaryEmail(after) }),
  },
  {
    of: (values) => [membersOf(values, 'phoneNumbers'), values.phoneNumbers.map(({ verifiedBy }) => verifiedBy !== undefined)],
    event: ({ phoneNumbers }) => (phoneNumbers.length > 0 ? 'user.human.phone.changed' : 'user.human.phone.removed'),
    payload: (after) => (after.phoneNumbers.length > 0 ? { phone: primaryPhone(after) } : {}),
  },
  {
    of: (values) => [...PROFILE_TEXTS.map((field) => values[field] ?? null), ...PROFILE_LISTS.map((field) => membersOf(values, field))],
    event: () => 'user.human.profile.changed',
    payload: ({ givenName, familyName, displayName, nickName, preferredLanguage }) => ({
      firstName: givenName,
      lastName: familyName,
      displayName,
      nickName,
      preferredLanguage,
    }),
  },
  { of: ({ active }) => active, event: ({ active }) => (active ? 'user.reactivated' : 'user.deactivated') },
];

/** Each element of a list as its members in the order of the table: directories and the admin API write them in orders of their own. */
function membersOf(values: PersonValues, list: ListField): unknown[][] {
  return values[list].map((element) => MEMBERS[list].map((member) => (element as Record<string, unknown>)[member]));
}

const PROFILE_TEXTS = (Object.keys(TEXT_LENGTHS) as Array<keyof typeof TEXT_LENGTHS>).filter((field) => field !== 'userName');
const PROFILE_LISTS = LIST_FIELDS.filter((field) => field !== 'emails' && field !== 'phoneNumbers');

/** Why an address is believed without a proof, if it is. `isNew`: the person had it not before. */
export type Trust = (address: string, isNew: boolean) => VerifiedBy | undefined;

/** An address that is verified now, as its event says. */
interface VerifiedAddress {
  email: string;
  verifiedBy: VerifiedBy;
}

/** What was verified stays so as long as its value stays; nobody can set the mark by a change, except on addresses that are trusted. */
export function keepVerified(before: PersonValues, after: PersonValues, trusts: Trust | undefined): PersonValues {
  const marked = (list: 'emails' | 'phoneNumbers') => {
    const known = new Map(before[list].map(({ value, verifiedBy }) => [value, verifiedBy]));
    return withVerified(after[list], (value) => known.get(value) ?? (list === 'emails' ? trusts?.(value, !known.has(value)) : undefined));
  };
  return { ...after, emails: marked('emails'), phoneNumbers: marked('phoneNumbers') };
}

/** Addresses that are verified after and were not before. */
export function newlyVerified(before: readonly ListValue[], after: readonly ListValue[]): VerifiedAddress[] {
  const known = new Set(before.filter(({ verifiedBy }) => verifiedBy).map(({ value }) => value));
  const found = new Map<string, VerifiedAddress>();
  for (const { value, verifiedBy } of after)
    if (verifiedBy !== undefined && !known.has(value)) found.set(value, { email: value, verifiedBy });
  return [...found.values()];
}

export function eventOf(
  { id, orgNo, version }: Person,
  editor: string,
  type: NewEvent['type'],
  payload: Record<string, unknown> = {},
): NewEvent {
  return { type, orgNo, aggregate: { id, sequence: version }, editor, payload };
}
