// From the JSON of a person to what is stored: the fields of a body in the place of those there were.
import { LIST_FIELDS, TEXT_LENGTHS, type ListField } from '../../users/directory/people/person/person.columns.js';
import { emptyPerson, type PersonValues } from '../../users/directory/people/person/person.js';
import { LIST_FORMATS, TEXT_FORMATS, type NewPersonBody, type PersonBody } from './person.body.js';

const TEXTS = Object.keys(TEXT_LENGTHS) as Array<keyof typeof TEXT_LENGTHS>;

type Element = { value?: string };

/** A new person as the body, which is valid, describes it */
export function newPersonValues(body: NewPersonBody): PersonValues {
  return changedPersonValues(emptyPerson(), body);
}

/** What a person becomes by a body, which is valid: absent members stay, null unsets. */
export function changedPersonValues(current: PersonValues, body: PersonBody | NewPersonBody): PersonValues {
  const given = body as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = { ...current };
  for (const field of TEXTS) if (given[field] !== undefined) values[field] = storedText(field, given[field] as string | null);
  for (const field of LIST_FIELDS) if (given[field] !== undefined) values[field] = storedList(field, given[field] as Element[] | null);
  return values as unknown as PersonValues;
}

function storedText(field: keyof typeof TEXT_LENGTHS, text: string | null): string | undefined {
  if (text === null) return undefined;
  return Object.hasOwn(TEXT_FORMATS, field) ? TEXT_FORMATS[field as keyof typeof TEXT_FORMATS].accept(text) : text;
}

/** Without the marks of verified values, which the people service sets. */
function storedList(field: ListField, elements: readonly Element[] | null): object[] {
  const format = Object.hasOwn(LIST_FORMATS, field) ? LIST_FORMATS[field as keyof typeof LIST_FORMATS] : undefined;
  return (elements ?? []).map((element) => {
    const { verified: _, verifiedBy: __, ...stored } = element as Element & { verified?: unknown; verifiedBy?: unknown };
    return { ...defined(stored), ...(format && { value: format.accept(String(stored.value)) }) };
  });
}

function defined<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
}
