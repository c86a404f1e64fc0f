// Reads `user.attributes`: what the older members of a person have no place for, named and formed as in the people of the admin API.
import { isObject } from '../../../common/primitives/is-object.js';
import { LIST_FIELDS, MEMBERS, TEXT_LENGTHS, type ListField } from '../../../users/directory/people/person/person.columns.js';
import type { PersonValues } from '../../../users/directory/people/person/person.js';
import { LIST_FORMATS, TEXT_FORMATS } from '../../people/person.body.js';
import { ATTRIBUTE_TEXTS, NAMES } from './attribute-texts.js';
import { invalid, textAt, unsupported, type Remark } from './entry-members.js';
import { textOf, type Members } from './import-record.js';

const PATH = 'user.attributes';
const TYPE = 'human_user';

/** Lists whose elements may be marked as verified: a caller who may import is trusted with that. */
const VERIFIABLE: ReadonlySet<ListField> = new Set(['emails', 'phoneNumbers']);
export const ATTRIBUTES: ReadonlySet<string> = new Set([...ATTRIBUTE_TEXTS, ...LIST_FIELDS]);

/** Puts the attributes into `values`: null unsets a text, a list replaces the one there was. @returns what was there @throws DomainError `invalid` */
export function readAttributes(attributes: Members, values: PersonValues, remarks: Remark[]): Array<keyof PersonValues> {
  for (const [name, value] of Object.entries(attributes)) {
    const saysNone = value === null && NAMES.some((field) => field === name);
    if (!saysNone && !ATTRIBUTES.has(name)) remarks.push(unsupported(TYPE, `${PATH}.${textOf(name)}`));
  }
  const texts = ATTRIBUTE_TEXTS.filter((field) => attributes[field] !== undefined);
  for (const field of texts) {
    const text = textAt(attributes, field, PATH, TEXT_LENGTHS[field]);
    if (text === undefined) delete values[field];
    else
      values[field] = Object.hasOwn(TEXT_FORMATS, field) ? formatted(TEXT_FORMATS[field as keyof typeof TEXT_FORMATS], text, field) : text;
  }
  const lists = LIST_FIELDS.filter((field) => attributes[field] !== undefined && attributes[field] !== null);
  for (const field of lists) values[field] = readList(attributes, field) as never;
  return [...texts, ...lists];
}

function readList(attributes: Members, field: ListField): object[] {
  const list = attributes[field];
  if (!Array.isArray(list)) throw invalid('import.type', `${PATH}.${field} must be a list.`, field);
  if (field === 'emails' && list.length === 0) throw invalid('import.missing', `${PATH}.emails must have at least one address.`, field);
  if (list.filter((element: Members | null) => element?.['primary'] === true).length > 1)
    throw invalid('import.value', `Only one element of ${PATH}.${field} may be primary.`, field);
  return list.map((element, at) => readElement(element, field, `${PATH}.${field}[${at}]`));
}

function readElement(element: unknown, field: ListField, path: string): object {
  if (!isObject(element)) throw invalid('import.type', `${path} must be an object.`, field);
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(element)) {
    const isFlag = name === 'primary' || (name === 'verified' && VERIFIABLE.has(field));
    if (!isFlag && !MEMBERS[field].includes(name)) throw invalid('import.value', `${path} may not have the member ${textOf(name)}.`, field);
    if (typeof value !== (isFlag ? 'boolean' : 'string'))
      throw invalid('import.type', `${path}.${name} must be ${isFlag ? 'true or false' : 'a string'}.`, field);
    if (name !== 'verified') read[name] = value;
    else if (value === true) read['verifiedBy'] = 'import';
  }
  if (!MEMBERS[field].includes('value')) return read;
  if (typeof read['value'] !== 'string' || read['value'].trim() === '')
    throw invalid('import.missing', `${path}.value is required.`, field);
  const format = Object.hasOwn(LIST_FORMATS, field) ? LIST_FORMATS[field as keyof typeof LIST_FORMATS] : undefined;
  return format ? { ...read, value: formatted(format, read['value'], field) } : read;
}

/** @throws DomainError `invalid` when the text does not have the format */
function formatted(
  { accept, expects }: { accept(text: string): string | undefined; expects: string },
  text: string,
  field: string,
): string {
  const stored = accept(text);
  if (stored) return stored;
  throw invalid('import.value', `${PATH}.${field} must be ${expects}.`, field);
}
