// Classifies changes of a person: the events they write, and the sessions and codes they end.
import type { CodePurpose } from '../../../authentication/mailed-codes/mailed-codes.repository.js';
import type { NewEvent } from '../../../events/events.service.js';
import { LIST_FIELDS, MEMBERS, TEXT_LENGTHS, type ListField } from './person.columns.js';
import { shownName, type ListValue, type Person, type PersonValues, type VerifiedBy } from './person.js';
import { primaryEmail, primaryPhone } from './person.rows.js';
import { withVerified } from './verified-by.js';
import type { SessionsEndReason } from './user-sessions.js';

/** The events of a new person. @param proven addresses that were verified while adding */
export function eventsOfNew(person: Person, editor: string, proven: readonly VerifiedAddress[] = []): NewEvent[] {
  return [
    eventOf(person, editor, 'user.human.added', addedPayload(person)),
    ...proven.map((address) => eventOf(person, editor, 'user.human.email.verified', { ...address })),
    ...(person.active ? [] : [eventOf(person, editor, 'user.deactivated')]),
  ];
}

/** Payload of the event of a new person. */
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

/** The events from `before` to `after`, in order; each raises the version of `after` by one. */
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

/** The reason why a change ends every session and token; undefined if it does not. */
export function endOfSessions(before: PersonValues, after: PersonValues, newPassword: string | undefined): SessionsEndReason | undefined {
  if (before.active && !after.active) return 'deactivated';
  return newPassword === undefined ? undefined : 'passwordChanged';
}

const BY_MAIL: readonly CodePurpose[] = [
  'verifyEmail',
  'resetPassword',
  'invitation',
  'changeEmail',
  'factorLink',
  'secondFactor',
  'signIn',
];

/** Purposes of codes that belong to a user. The codes of a registration belong to no user yet. */
export const EVERY_CODE: readonly CodePurpose[] = [...BY_MAIL, 'phone', 'smsFactor'];

/**
 * Purposes of the codes that a change ends. Deactivation ends all codes, a change of addresses the mailed ones, a new password those that set a
 * password.
 */
export function endedCodes(before: PersonValues, after: PersonValues, newPassword: boolean): readonly CodePurpose[] {
  const addresses = (person: PersonValues) => JSON.stringify([primaryEmail(person), ...person.emails.map(({ value }) => value)]);
  if (before.active && !after.active) return EVERY_CODE;
  if (addresses(before) !== addresses(after)) return BY_MAIL;
  return newPassword ? ['resetPassword', 'invitation', 'changeEmail', 'factorLink', 'signIn'] : [];
}

interface Change {
  /** The part of a person that is compared. */
  of(values: PersonValues): unknown;
  event(after: PersonValues): NewEvent['type'];
  payload?(after: PersonValues): Record<string, unknown>;
}

/** The parts of a person that are compared, and the event of each. */
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

/** Each element of a list as its members in table order, because directories and the admin API write them in different orders. */
function membersOf(values: PersonValues, list: ListField): unknown[][] {
  return values[list].map((element) => MEMBERS[list].map((member) => (element as Record<string, unknown>)[member]));
}

const PROFILE_TEXTS = (Object.keys(TEXT_LENGTHS) as Array<keyof typeof TEXT_LENGTHS>).filter((field) => field !== 'userName');
const PROFILE_LISTS = LIST_FIELDS.filter((field) => field !== 'emails' && field !== 'phoneNumbers');

/** The reason why an address is verified without a proof, or undefined. `isNew`: the person did not have it before. */
export type Trust = (address: string, isNew: boolean) => VerifiedBy | undefined;

/** A newly verified address, as in the payload of its event. */
interface VerifiedAddress {
  email: string;
  verifiedBy: VerifiedBy;
}

/** A verified value keeps its mark. A change sets no new marks, except on trusted addresses. */
export function keepVerified(before: PersonValues, after: PersonValues, trusts: Trust | undefined): PersonValues {
  const marked = (list: 'emails' | 'phoneNumbers') => {
    const known = new Map(before[list].map(({ value, verifiedBy }) => [value, verifiedBy]));
    return withVerified(after[list], (value) => known.get(value) ?? (list === 'emails' ? trusts?.(value, !known.has(value)) : undefined));
  };
  return { ...after, emails: marked('emails'), phoneNumbers: marked('phoneNumbers') };
}

/** Addresses that are verified in `after` and were not in `before`. */
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
