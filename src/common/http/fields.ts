// One composed mark per field of a JSON body: what is accepted, and what the API document says about it.
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

interface FieldFacts {
  description: string;
  optional?: boolean;
  example?: unknown;
}

const field = ({ description, optional, example }: FieldFacts, api: object, ...rules: PropertyDecorator[]) =>
  applyDecorators(
    ApiProperty({ description, required: !optional, ...(example === undefined ? {} : { example }), ...api }),
    ...(optional ? [IsOptional()] : []),
    ...rules,
  );

/** A text of 1 to `max` characters. */
export const Text = (max: number, facts: FieldFacts) => field(facts, { type: String, maxLength: max }, IsString(), Length(1, max));
/** One of some words. */
export const OneOf = (words: readonly string[], facts: FieldFacts) => field(facts, { enum: words }, IsIn(words));
export const Flag = (facts: FieldFacts) => field(facts, { type: Boolean }, IsBoolean());
/** A whole number from `min` to `max`. */
export const Whole = (min: number, max: number, facts: FieldFacts) =>
  field(facts, { type: 'integer', minimum: min, maximum: max }, IsInt(), Min(min), Max(max));
/** A point in time, ISO 8601. */
export const Instant = (facts: FieldFacts) => field(facts, { type: String, format: 'date-time' }, IsISO8601({ strict: true }));
/** At most `maxItems` texts of 1 to `max` characters. */
export const TextList = (maxItems: number, max: number, facts: FieldFacts) =>
  field(facts, { type: [String], maxItems }, IsArray(), ArrayMaxSize(maxItems), IsString({ each: true }), Length(1, max, { each: true }));
/** At most `maxItems` of some words. */
export const WordList = (words: readonly string[], facts: FieldFacts) =>
  field(facts, { enum: words, isArray: true }, IsArray(), ArrayMaxSize(words.length), IsIn(words, { each: true }));
/** An object of its own class. */
export const Nested = (type: () => new () => object, facts: FieldFacts) => field(facts, { type }, IsObject(), ValidateNested(), Type(type));
/** At most `maxItems` of anything; their owner checks them one by one. */
export const AnyList = (maxItems: number, facts: FieldFacts) =>
  field(facts, { type: 'array', items: { type: 'object' } }, IsArray(), ArrayMaxSize(maxItems));
