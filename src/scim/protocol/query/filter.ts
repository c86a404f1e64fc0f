/** The grammar of filters and PATCH paths (RFC 7644 sections 3.4.2.2 and 3.5.2) as text -> tree. It is independent of schemas. */
import { OPERATORS, type Attribute, type Operator } from '../schema/attribute.js';
import { LIMITS } from '../wire/limits.js';
import { ScimError, type ScimErrorId } from '../wire/scim-error.js';

/** The rows from the outermost to the compared one. */
export type Steps = readonly Attribute[];

/**
 * A filter whose names are rows. Comparisons apply only to single values: a comparison with a list has become a value path, and one with
 * `null` a `pr`. The operand has the type of the attribute (a dateTime is microseconds since 1970 UTC). An empty `and` is true.
 */
export type ResolvedFilter = Filter<Steps>;

/** A JSON value of a comparison. */
export type Operand = string | number | boolean | null;

/**
 * A filter of five kinds of nodes. `A` identifies an attribute: a string when parsed, rows of the table once resolved.
 * `value` is absent for `pr`; `at` is the position in the text, from 1.
 */
export type Filter<A = string> =
  | { readonly kind: 'and' | 'or'; readonly all: readonly Filter<A>[] }
  | { readonly kind: 'not'; readonly of: Filter<A> }
  | { readonly kind: 'compare'; readonly attribute: A; readonly op: Operator; readonly value?: Operand; readonly at: number }
  | { readonly kind: 'valuePath'; readonly attribute: A; readonly of: Filter<A>; readonly at: number };

/** The parts of a PATCH path: `attribute[filter].sub`, with unresolved names. */
export interface PathText {
  readonly attribute: string;
  readonly filter?: Filter;
  readonly sub?: string;
}

/** Parses a filter of a list request. Throws `invalidFilter` with the position. */
export function parseFilter(text: string): Filter {
  if (text.length > LIMITS.filterLength) {
    throw new ScimError('SCIM-FILTER-SIZE', `The filter has ${text.length} characters; at most ${LIMITS.filterLength} are allowed.`);
  }
  const parser = new Parser(text, 'SCIM-FILTER-SYNTAX');
  const filter = parser.filter();
  parser.end();
  return filter;
}

/** Parses a PATCH path. Throws `invalidPath`, or `invalidFilter` for an error inside its brackets, with the position. */
export function parsePathText(text: string): PathText {
  if (text.length > LIMITS.filterLength) {
    throw new ScimError('SCIM-PATH-SYNTAX', `The path has ${text.length} characters; at most ${LIMITS.filterLength} are allowed.`);
  }
  const parser = new Parser(text, 'SCIM-PATH-SYNTAX');
  const path = parser.path();
  parser.end();
  return path;
}

/** Brackets, a quoted text (a JSON string), or a word: a name, an operator, a keyword or a literal. */
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const ATTRIBUTE_NAME = /^[a-z$][\w$.:-]*$/i;
const SUB_ATTRIBUTE = /^\.[a-z$][\w$-]*$/i;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const LITERALS: Readonly<Record<string, Operand>> = { true: true, false: false, null: null };

interface Token {
  readonly kind: 'bracket' | 'quoted' | 'word' | 'end';
  readonly text: string;
  readonly at: number;
}

/** Recursive descent, one method per rule of the grammar; `and` binds tighter than `or`. */
class Parser {
  private next: Token;
  private position = 0;
  private depth = 0;
  private leaves = 0;

  constructor(
    private readonly text: string,
    private condition: ScimErrorId,
  ) {
    this.next = this.read();
  }

  filter(): Filter {
    return this.joined('or', () => this.joined('and', () => this.term()));
  }

  path(): PathText {
    const attribute = this.attribute();
    if (!this.takeBracket('[')) return { attribute };
    const outside = this.condition;
    this.condition = 'SCIM-FILTER-SYNTAX';
    const filter = this.nested(']');
    this.condition = outside;
    const sub = this.subAttribute();
    return sub === undefined ? { attribute, filter } : { attribute, filter, sub };
  }

  end(): void {
    if (this.next.kind !== 'end') this.fail('the end');
  }

  private joined(kind: 'and' | 'or', part: () => Filter): Filter {
    const first = part();
    const all = [first];
    while (this.takeKeyword(kind)) all.push(part());
    return all.length === 1 ? first : { kind, all };
  }

  private term(): Filter {
    if (this.takeBracket('(')) return this.nested(')');
    const { at } = this.next;
    const name = this.attribute();
    if (name.toLowerCase() === 'not' && this.takeBracket('(')) return { kind: 'not', of: this.nested(')') };
    return this.takeBracket('[') ? this.valuePath(name, at) : this.comparison(name, at);
  }

  /** `emails[...]`; `emails[...].value eq "x"` adds a condition on the same element. */
  private valuePath(attribute: string, at: number): Filter {
    const inside = this.nested(']');
    const subAt = this.next.at;
    const sub = this.subAttribute();
    const of: Filter = sub === undefined ? inside : { kind: 'and', all: [inside, this.comparison(sub, subAt)] };
    return { kind: 'valuePath', attribute, of, at };
  }

  private comparison(attribute: string, at: number): Filter {
    this.leaves += 1;
    if (this.leaves > LIMITS.filterLeaves) {
      throw new ScimError(
        'SCIM-FILTER-SIZE',
        `The filter has more than ${LIMITS.filterLeaves} comparisons; split it over several requests.`,
      );
    }
    const word = this.next.kind === 'word' ? this.next.text.toLowerCase() : '';
    const op = OPERATORS.find((operator) => operator === word) ?? this.fail(`an operator (${OPERATORS.join(', ')})`);
    this.advance();
    return op === 'pr' ? { kind: 'compare', attribute, op, at } : { kind: 'compare', attribute, op, value: this.operand(), at };
  }

  private operand(): Operand {
    const { kind, text } = this.next;
    const value = kind === 'quoted' ? unquote(text) : kind === 'word' ? literal(text) : undefined;
    if (value === undefined) this.fail('a value: a string in double quotes, a number, true, false or null');
    this.advance();
    return value;
  }

  private nested(closing: ')' | ']'): Filter {
    this.depth += 1;
    if (this.depth > LIMITS.filterDepth) {
      throw new ScimError('SCIM-FILTER-SIZE', `The filter is nested more than ${LIMITS.filterDepth} levels deep; flatten it.`);
    }
    const filter = this.filter();
    if (!this.takeBracket(closing)) this.fail(`"${closing}"`);
    this.depth -= 1;
    return filter;
  }

  private attribute(): string {
    const { kind, text } = this.next;
    if (kind !== 'word' || !ATTRIBUTE_NAME.test(text)) this.fail('an attribute name');
    this.advance();
    return text;
  }

  private subAttribute(): string | undefined {
    const { kind, text } = this.next;
    if (kind !== 'word' || !SUB_ATTRIBUTE.test(text)) return undefined;
    this.advance();
    return text.slice(1);
  }

  private takeBracket(bracket: string): boolean {
    return this.take(this.next.kind === 'bracket' && this.next.text === bracket);
  }

  private takeKeyword(keyword: string): boolean {
    return this.take(this.next.kind === 'word' && this.next.text.toLowerCase() === keyword);
  }

  private take(fits: boolean): boolean {
    if (fits) this.advance();
    return fits;
  }

  private advance(): void {
    this.next = this.read();
  }

  private read(): Token {
    TOKEN.lastIndex = this.position;
    const match = TOKEN.exec(this.text);
    if (!match) {
      const rest = this.text.slice(this.position).trimStart();
      const at = this.text.length - rest.length + 1;
      return rest === '' ? { kind: 'end', text: '', at } : { kind: 'quoted', text: rest, at };
    }
    this.position = TOKEN.lastIndex;
    const [, bracket, quoted, word = ''] = match;
    const text = bracket ?? quoted ?? word;
    const kind = bracket !== undefined ? 'bracket' : quoted !== undefined ? 'quoted' : 'word';
    return { kind, text, at: this.position - text.length + 1 };
  }

  private fail(expected: string): never {
    const found = this.next.kind === 'end' ? 'the end' : this.next.text;
    throw new ScimError(this.condition, `Expected ${expected} at character ${this.next.at} of ${this.text}, found ${found}.`);
  }
}

function unquote(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

function literal(word: string): Operand | undefined {
  const lower = word.toLowerCase();
  if (Object.hasOwn(LITERALS, lower)) return LITERALS[lower];
  return NUMBER.test(word) ? Number(word) : undefined;
}
