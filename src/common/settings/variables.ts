// Declares environment variables: their kinds, defaults and error messages.
import { readFileSync } from 'node:fs';

/**
 * The reason why a value is invalid: the end of a sentence that starts with the variable's name. It never contains the value, which may be
 * a secret.
 */
export class VariableError extends Error {}

/** One environment variable. */
export interface Variable<Value> {
  /** For the table of docs/settings.md. */
  description: string;
  /** The default as a reader would type it. */
  defaultText: string;
  /** A secret may also come from the file that `<NAME>_FILE` names. */
  secret?: boolean;
  default: Value;
  /** @throws VariableError */
  parse(text: string): Value;
}

/** The values of declared variables, by name. */
export type ValuesOf<Variables extends Readonly<Record<string, Variable<unknown>>>> = {
  [Name in keyof Variables]: Variables[Name] extends Variable<infer Value> ? Value : never;
};

export function whole(value: number, min: number, max: number, description: string): Variable<number> {
  return { description, defaultText: String(value), default: value, parse: wholeNumber(min, max) };
}

export function flag(description: string, value = false): Variable<boolean> {
  return { description, defaultText: String(value), default: value, parse: (text) => oneOf(['true', 'false'])(text) === 'true' };
}

/** @param rule the condition on a value, as in "must be an e-mail address" */
export function text(value: string, accepts: (text: string) => boolean, rule: string, description: string): Variable<string> {
  return { description, defaultText: value, default: value, parse: accepting(accepts, rule) };
}

export function choice<Choice extends string>(
  value: Choice,
  choices: readonly Choice[],
  description = choices.join(', '),
): Variable<Choice> {
  return { description, defaultText: value, default: value, parse: oneOf(choices) };
}

/** A variable without a default, or whose default depends on another variable. */
export function optional<Value>(defaultText: string, parse: (text: string) => Value, description: string): Variable<Value | undefined> {
  return { description, defaultText, default: undefined, parse };
}

export function secret<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, secret: true };
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  const accepts = (given: string) => /^\d{1,16}$/.test(given) && +given >= min && +given <= max;
  return (given) => Number(accepting(accepts, `a whole number from ${min} to ${max}`)(given));
}

/** A parser that returns the text unchanged. */
export function accepting(accepts: (text: string) => boolean, rule: string): (text: string) => string {
  return (given) => {
    if (accepts(given)) return given;
    throw new VariableError(`must be ${rule}`);
  };
}

function oneOf<Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  const rule = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`;
  return (given) => accepting((one) => choices.includes(one as Choice), rule)(given) as Choice;
}

/**
 * The value of one variable, or its default if it is unset or invalid. Empty means unset.
 * @param faults receives a sentence for each error
 */
export function readVariable<Value>(env: NodeJS.ProcessEnv, name: string, variable: Variable<Value>, faults: string[]): Value {
  const given = rawText(env, name, variable, faults);
  if (given === undefined) return variable.default;
  try {
    return variable.parse(given);
  } catch (error) {
    if (!(error instanceof VariableError)) throw error;
    faults.push(`${name} ${error.message}`);
    return variable.default;
  }
}

function rawText(env: NodeJS.ProcessEnv, name: string, variable: Variable<unknown>, faults: string[]): string | undefined {
  const direct = env[name] || undefined;
  const file = variable.secret ? env[`${name}_FILE`] : undefined;
  if (!file) return direct;
  if (direct) {
    faults.push(`${name} and ${name}_FILE are both set; unset one`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    faults.push(`${name}_FILE names a file that cannot be read: ${file}`);
    return undefined;
  }
}

/** Variables set under an unknown name, with the declared name that was probably meant. */
export function misspeltNames(env: NodeJS.ProcessEnv, declared: readonly string[]): Array<{ name: string; meant: string }> {
  const known = new Set(declared);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]) return [];
    const meant = declared.find((one) => isMisspelling(name, one));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Short names resemble others by chance (HOST and HOME), so they may differ only in case and separators. */
function isMisspelling(name: string, of: string): boolean {
  const [given, meant] = [name, of].map((one) => one.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  if (given === undefined || meant === undefined) return false;
  const allowed = meant.length < 6 ? 0 : meant.length < 12 ? 1 : 2;
  return Math.abs(given.length - meant.length) <= allowed && editDistance(given, meant) <= allowed;
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const cost = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? cost(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(cost(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
  }
  return cost(a.length, b.length);
}
