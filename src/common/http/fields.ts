// Decorators for the fields of JSON bodies: one per field, for both validation and the OpenAPI document.
import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { isHostName } from '../primitives/domain-name.js';
import { isEmailAddress } from '../primitives/email-address.js';

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** Up to this time, microseconds are integers that all databases and JavaScript represent exactly. */
const LAST_INSTANT = Date.parse('2200-01-01T00:00:00Z');

/** Whether a text is a point in time up to the year 2200, strictly RFC 3339. */
export function isInstant(value: unknown): boolean {
  return typeof value === 'string' && RFC3339.test(value) && Date.parse(value) < LAST_INSTANT;
}

interface FieldFacts {
  description: string;
  optional?: boolean;
  example?: unknown;
}

/** A validator that still needs its sentence. */
type Rule = (options: ValidationOptions) => PropertyDecorator;

/** What a field expects, as the end of "NAME must be …": the same for all its validators. The sentence is made where the field is known. */
export const expecting = (expects: string): ValidationOptions => ({ message: expects });

const field = ({ description, optional, example }: FieldFacts, api: object, expects: string, ...rules: Rule[]) =>
  applyDecorators(
    ApiProperty({ description, required: !optional, ...(example === undefined ? {} : { example }), ...api }),
    // Optional means that the member may be absent. Null is a value, and not an allowed one.
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...rules.map((rule) => rule(expecting(expects))),
  );

/** A rule for each element of a list. */
const each =
  (rule: Rule): Rule =>
  (options) =>
    rule({ ...options, each: true });

const isText: Rule = (options) => IsString(options);
const isList: Rule = (options) => IsArray(options);
const isObject: Rule = (options) => IsObject(options);
const matches =
  (pattern: RegExp): Rule =>
  (options) =>
    Matches(pattern, options);
const atMostItems =
  (max: number): Rule =>
  (options) =>
    ArrayMaxSize(max, options);
const length =
  (min: number, max: number): Rule =>
  (options) =>
    Length(min, max, options);
const isIn =
  (words: readonly string[]): Rule =>
  (options) =>
    IsIn(words, options);
/** A rule of our own. */
const fits =
  (name: string, validate: (value: string) => boolean): Rule =>
  (options) =>
    ValidateBy({ name, validator: { validate: (value) => typeof value === 'string' && validate(value) } }, options);

const upTo = (max: number) => max.toLocaleString('en');

/** A text of 1 to `max` characters. */
export const Text = (max: number, facts: FieldFacts) =>
  field(facts, { type: String, maxLength: max }, `text of 1 to ${upTo(max)} characters`, isText, length(1, max));

/** A file in base64. @param max of the text */
export const Base64File = (max: number, facts: FieldFacts) =>
  field(facts, { type: String, maxLength: max, contentEncoding: 'base64' }, `text of 1 to ${upTo(max)} characters`, isText, length(1, max));
/** A text of at most `max` characters; an empty one clears the value. */
export const TextOrNone = (max: number, facts: FieldFacts) =>
  field(facts, { type: String, maxLength: max }, `text of at most ${upTo(max)} characters`, isText, length(0, max));
/** Like {@link TextOrNone}, on one line. */
export const LineOrNone = (max: number, facts: FieldFacts) =>
  field(
    facts,
    { type: String, maxLength: max },
    `one line of at most ${upTo(max)} characters, without control characters`,
    isText,
    length(0, max),
    matches(/^\P{C}*$/u),
  );
/** One of the given words. */
export const OneOf = (words: readonly string[], facts: FieldFacts) => field(facts, { enum: words }, oneOf(words), isIn(words));
export const Flag = (facts: FieldFacts) => field(facts, { type: Boolean }, 'true or false', (options) => IsBoolean(options));
/** A whole number from `min` to `max`. */
export const Whole = (min: number, max: number, facts: FieldFacts) =>
  field(
    facts,
    { type: 'integer', minimum: min, maximum: max },
    `a whole number from ${upTo(min)} to ${upTo(max)}`,
    (options) => IsInt(options),
    (options) => Min(min, options),
    (options) => Max(max, options),
  );
/** A point in time up to the year 2200, strictly RFC 3339: date and time with a zone. */
export const Instant = (facts: FieldFacts) =>
  field(
    facts,
    { type: String, format: 'date-time' },
    'a time before the year 2200 such as 2030-01-01T00:00:00Z',
    fits('instant', isInstant),
  );
/** An e-mail address, without a display name. */
export const EmailAddress = (facts: FieldFacts) =>
  field(
    facts,
    { type: String, format: 'email', maxLength: 320 },
    'an e-mail address such as ada@example.com',
    fits('mailbox', isEmailAddress),
  );
/** The name or the IP address of a host, without a port. */
export const HostName = (facts: FieldFacts) =>
  field(
    facts,
    { type: String, maxLength: 253 },
    'the name or the IP address of a host, without a port, such as smtp.example.com',
    fits('host', (value) => isIP(value) !== 0 || isHostName(value)),
  );
/** One line of 1 to `max` printable characters, without a space at either end. */
export const PrintableText = (max: number, facts: FieldFacts) =>
  field(
    facts,
    { type: String, maxLength: max },
    `one line of 1 to ${upTo(max)} printable characters, without a space at either end`,
    isText,
    length(1, max),
    matches(/^[^ \p{C}\p{Zl}\p{Zp}](?:[^\p{C}\p{Zl}\p{Zp}]*[^ \p{C}\p{Zl}\p{Zp}])?$/u),
  );
/** A color as six hexadecimal digits, without a hash sign. */
export const HexColour = (facts: FieldFacts) =>
  field(
    { ...facts, example: '1f4fbf' },
    { type: String, pattern: '^[0-9a-f]{6}$' },
    'a color of six hexadecimal digits such as 1f4fbf',
    matches(/^[0-9a-f]{6}$/),
  );
/** At most `maxItems` texts of 1 to `max` characters. */
export const TextList = (maxItems: number, max: number, facts: FieldFacts) =>
  field(
    facts,
    { type: [String], maxItems },
    `a list of at most ${upTo(maxItems)} texts, each of 1 to ${upTo(max)} characters`,
    isList,
    atMostItems(maxItems),
    each(isText),
    each(length(1, max)),
  );
/** A list of the given words, at most as many as there are. */
export const WordList = (words: readonly string[], facts: FieldFacts) =>
  field(
    facts,
    { enum: words, isArray: true },
    `a list of at most ${words.length} words, each ${oneOf(words)}`,
    isList,
    atMostItems(words.length),
    each(isIn(words)),
  );
/** An object of a class. Swagger treats a function as a class unless it is named `type`. */
export const Nested = (classOf: () => new () => object, facts: FieldFacts) =>
  field(
    facts,
    { type: () => classOf() },
    'an object',
    isObject,
    (options) => ValidateNested(options),
    () => Type(classOf),
  );
/** From `minItems` to `maxItems` objects of a class. */
export const NestedList = (classOf: () => new () => object, maxItems: number, facts: FieldFacts, minItems = 0) =>
  field(
    facts,
    { type: () => classOf(), isArray: true, maxItems },
    `a list of ${minItems === 0 ? 'at most' : `${minItems} to`} ${upTo(maxItems)} objects`,
    isList,
    (options) => ArrayMinSize(minItems, options),
    atMostItems(maxItems),
    each(isObject),
    each((options) => ValidateNested(options)),
    () => Type(classOf),
  );
/** Any object; the handler validates it. */
export const AnyObject = (facts: FieldFacts) => field(facts, { type: 'object', additionalProperties: true }, 'an object', isObject);

function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`;
}
