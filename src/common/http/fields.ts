// Decorators for the fields of JSON bodies: one per field, for both validation and the OpenAPI document.
import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
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

@ValidatorConstraint()
class IsInstant implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isInstant(value);
  }

  defaultMessage(): string {
    return '$property must be a time before the year 2200 such as 2030-01-01T00:00:00Z';
  }
}

@ValidatorConstraint()
class IsMailbox implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && isEmailAddress(value);
  }

  defaultMessage(): string {
    return '$property must be an e-mail address such as ada@example.com';
  }
}

@ValidatorConstraint()
class IsHost implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && (isIP(value) !== 0 || isHostName(value));
  }

  defaultMessage(): string {
    return '$property must be the name or the IP address of a host, without a port, such as smtp.example.com';
  }
}

interface FieldFacts {
  description: string;
  optional?: boolean;
  example?: unknown;
}

const field = ({ description, optional, example }: FieldFacts, api: object, ...rules: PropertyDecorator[]) =>
  applyDecorators(
    ApiProperty({ description, required: !optional, ...(example === undefined ? {} : { example }), ...api }),
    // Optional means that the member may be absent. Null is a value, and not an allowed one.
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
    ...rules,
  );

/** A text of 1 to `max` characters. */
export const Text = (max: number, facts: FieldFacts) => field(facts, { type: String, maxLength: max }, IsString(), Length(1, max));
/** A text of at most `max` characters; an empty one clears the value. */
export const TextOrNone = (max: number, facts: FieldFacts) => field(facts, { type: String, maxLength: max }, IsString(), MaxLength(max));
/** Like {@link TextOrNone}, on one line. */
export const LineOrNone = (max: number, facts: FieldFacts) =>
  field(
    facts,
    { type: String, maxLength: max },
    IsString(),
    MaxLength(max),
    Matches(/^\P{C}*$/u, { message: '$property must not contain control characters' }),
  );
/** One of the given words. */
export const OneOf = (words: readonly string[], facts: FieldFacts) => field(facts, { enum: words }, IsIn(words));
export const Flag = (facts: FieldFacts) => field(facts, { type: Boolean }, IsBoolean());
/** A whole number from `min` to `max`. */
export const Whole = (min: number, max: number, facts: FieldFacts) =>
  field(facts, { type: 'integer', minimum: min, maximum: max }, IsInt(), Min(min), Max(max));
/** A point in time up to the year 2200, strictly RFC 3339: date and time with a zone. */
export const Instant = (facts: FieldFacts) => field(facts, { type: String, format: 'date-time' }, Validate(IsInstant));
/** An e-mail address, without a display name. */
export const EmailAddress = (facts: FieldFacts) => field(facts, { type: String, format: 'email', maxLength: 320 }, Validate(IsMailbox));
/** The name or the IP address of a host, without a port. */
export const HostName = (facts: FieldFacts) => field(facts, { type: String, maxLength: 253 }, Validate(IsHost));
/** One line of 1 to `max` printable characters, without a space at either end. */
export const PrintableText = (max: number, facts: FieldFacts) =>
  field(
    facts,
    { type: String, maxLength: max },
    IsString(),
    Length(1, max),
    Matches(/^[^ \p{C}\p{Zl}\p{Zp}](?:[^\p{C}\p{Zl}\p{Zp}]*[^ \p{C}\p{Zl}\p{Zp}])?$/u),
  );
/** A colour as six hexadecimal digits, without a hash sign. */
export const HexColour = (facts: FieldFacts) =>
  field({ ...facts, example: '1f4fbf' }, { type: String, pattern: '^[0-9a-f]{6}$' }, Matches(/^[0-9a-f]{6}$/));
/** At most `maxItems` texts of 1 to `max` characters. */
export const TextList = (maxItems: number, max: number, facts: FieldFacts) =>
  field(facts, { type: [String], maxItems }, IsArray(), ArrayMaxSize(maxItems), IsString({ each: true }), Length(1, max, { each: true }));
/** A list of the given words, at most as many as there are. */
export const WordList = (words: readonly string[], facts: FieldFacts) =>
  field(facts, { enum: words, isArray: true }, IsArray(), ArrayMaxSize(words.length), IsIn(words, { each: true }));
/** An object of a class. Swagger treats a function as a class unless it is named `type`. */
export const Nested = (classOf: () => new () => object, facts: FieldFacts) =>
  field(facts, { type: () => classOf() }, IsObject(), ValidateNested(), Type(classOf));
/** At most `maxItems` objects of a class. */
export const NestedList = (classOf: () => new () => object, maxItems: number, facts: FieldFacts) =>
  field(
    facts,
    { type: () => classOf(), isArray: true, maxItems },
    IsArray(),
    ArrayMaxSize(maxItems),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(classOf),
  );
/** Any object; the handler validates it. */
export const AnyObject = (facts: FieldFacts) => field(facts, { type: 'object', additionalProperties: true }, IsObject());
