// The rules for the values of a person, shared by SCIM, import, admin API and registration.
import { hasHiddenCharacter } from '../../../../common/identifiers/hidden-characters.js';
import { DomainError, type Fault } from '../../../../common/primitives/domain-error.js';
import { isBirthdate } from '../../../../common/primitives/birthdate.js';
import { isEmailAddress } from '../../../../common/primitives/email-address.js';
import { isWebAddress } from '../../../../common/primitives/parsed-url.js';
import { keyFits, MISSING } from '../../../../common/identifiers/fold.js';
import {
  ELEMENT_KEYS,
  FOLDED_COLUMNS,
  KEY_COLUMNS,
  LIST_FIELDS,
  LIST_NUMBERS,
  MAX_LISTS_BYTES,
  TEXT_LENGTHS,
  type TextField,
} from './person.columns.js';
import { wholeName, type PersonValues } from './person.js';

/**
 * The values as they may be stored.
 * @param before the stored values, unless new: an address that is stored already is accepted again
 * @throws DomainError `invalid`: the first fault, with `faults` for all of them
 */
export function normalizePerson(given: PersonValues, before?: PersonValues): PersonValues {
  const values = trimmed(given);
  const faults = faultsOf(values, before);
  const [first] = faults;
  if (first) throw new DomainError('invalid', first.code, first.message, first.field, faults);
  return values;
}

/** At most one fault for each field. */
function faultsOf(values: PersonValues, before: PersonValues | undefined): Fault[] {
  const faults: Fault[] = [];
  const { userName } = values;
  // No invisible characters: two names that look the same must not belong to two people.
  if (userName === '' || (!PRINTABLE.test(userName) && (/\p{C}/u.test(userName) || hasHiddenCharacter(userName))))
    faults.push(invalid('userName', 'userName must have printable characters only, and at least one'));
  for (const [field, length] of LENGTHS) {
    const text = values[field];
    if (text === undefined) continue;
    if (text.length > length) faults.push(invalid(field, `${field} must have at most ${length} characters`));
    else if (text === '') faults.push(invalid(field, `${field} must not be blank; leave it out instead`));
    else if (!PRINTABLE.test(text) && (/[\p{Cc}\p{Cs}]/u.test(text) || text.includes(MISSING)))
      faults.push(invalid(field, `${field} must not contain control characters`));
  }
  addKeyFaults(values, faults);
  for (const [index, { value }] of values.emails.entries())
    if (!before?.emails.some((known) => known.value === value) && !isEmailAddress(value))
      faults.push(invalid(`emails.${index}.value`, 'this is not a valid e-mail address'));
  for (const list of LIST_FIELDS)
    if (values[list].length > 1 && values[list].filter(({ primary }) => primary).length > 1)
      faults.push(invalid(list, `Only one element of ${list} may be primary`));
  for (const field of ['preferredLanguage', 'locale'] as const)
    if (!isLanguageTag(values[field])) faults.push(invalid(field, `${field} must be a language tag such as en or de-CH`));
  if (values.website !== undefined && !isWebAddress(values.website))
    faults.push(invalid('website', 'website must be an absolute http or https URL'));
  if (values.birthdate !== undefined && !isBirthdate(values.birthdate))
    faults.push(invalid('birthdate', 'birthdate must be a date such as 1990-12-31, 0000-12-31 without the year, or a year'));
  if (Buffer.byteLength(JSON.stringify(LIST_FIELDS.map((field) => values[field]))) > MAX_LISTS_BYTES)
    faults.push(invalid('emails', 'the list attributes are too large'));
  // A field may break several rules; only its first fault is kept.
  return faults.length < 2 ? faults : faults.filter(({ field }, index) => faults.findIndex((one) => one.field === field) === index);
}

/**
 * Texts without surrounding spaces, which searches do not contain and the engines compare differently. Returns the same object if nothing changes.
 */
function trimmed(values: PersonValues): PersonValues {
  let proper = values;
  for (const [field] of LENGTHS) {
    const text = values[field];
    const inner = text?.trim();
    if (inner !== text) proper = { ...proper, [field]: inner };
  }
  return proper;
}

/** Printable ASCII passes both character rules without further checks. */
const PRINTABLE = /^[ -~]*$/;
const LENGTHS = Object.entries(TEXT_LENGTHS) as Array<[keyof typeof TEXT_LENGTHS, number]>;
const KNOWN_TAGS = new Set<string>();
const MAX_KNOWN_TAGS = 1_000;

const KEY_LENGTHS = Object.entries({ ...KEY_COLUMNS, ...FOLDED_COLUMNS }).flatMap(([field, { length }]) =>
  field === 'primaryEmail' ? [] : [[field as TextField | 'userName', length] as const],
);
const SEARCHED_LISTS = Object.keys(LIST_NUMBERS) as Array<keyof typeof LIST_NUMBERS>;

/** One character can fold to many (U+FDFA to eighteen), so the key of a short text may still be too long for its column. */
function addKeyFaults(values: PersonValues, faults: Fault[]): void {
  // Member by member: spreading objects of this size for each person of an import would cost more than writing the person.
  for (const [field, length] of KEY_LENGTHS) {
    const text = field === 'formattedName' ? wholeName(values) : values[field];
    if (text !== undefined && !keyFits(text, length))
      faults.push(invalid(field, `${field} is too long once its characters are normalized`));
  }
  for (const list of SEARCHED_LISTS)
    for (const [index, { value, type = '' }] of values[list].entries())
      if (!keyFits(value, ELEMENT_KEYS.value) || !keyFits(type, ELEMENT_KEYS.type))
        faults.push(invalid(`${list}.${index}.value`, `A value or type of ${list} is too long once its characters are normalized`));
}

/** BCP 47, as far as the runtime can tell. */
function isLanguageTag(text: string | undefined): boolean {
  if (text === undefined || KNOWN_TAGS.has(text)) return true;
  try {
    const valid = Intl.getCanonicalLocales(text).length === 1;
    if (valid && KNOWN_TAGS.size < MAX_KNOWN_TAGS) KNOWN_TAGS.add(text);
    return valid;
  } catch {
    return false;
  }
}

function invalid(field: string, message: string): Fault {
  return { field, code: 'person.invalid', message: `${message}.` };
}
