// Ids of what was added here and of what was entered, so that the next operation is filled in with them. Lists teach nothing: their first entry may be the
// person who signed in, and the next operation a deletion.
import type { Operation } from './document.ts';

/** Collections whose entries are those of another one. */
const SAME: Readonly<Record<string, string>> = { users: 'people', 'granted-projects': 'grants' };
const PARAMETER = /^\{(\w+)\}$/;

export class KnownValues {
  /** By the collection and the name of the parameter after it: `people/userId`. The latest come last. */
  readonly #values = new Map<string, string>();

  constructor(private readonly operations: readonly Operation[]) {}

  /** The value for a parameter of a path. */
  ofParameter(path: string, name: string): string | undefined {
    return this.#values.get(keyOf(path, name));
  }

  /** The value for a member of a body, whatever collection it is from. */
  ofMember(name: string): string | undefined {
    return [...this.#values].filter(([key]) => key.endsWith(`/${name}`)).at(-1)?.[1];
  }

  /** Learns from a request that was successful. @param sent values of the parameters of its path */
  learn({ path, method }: Operation, sent: Readonly<Record<string, string>>, answer: unknown): void {
    for (const [name, value] of Object.entries(sent)) this.#set(keyOf(path, name), value);
    const name = this.#nameOfEntries(path);
    if (method !== 'POST' || name === undefined || typeof answer !== 'object' || answer === null) return;
    const { [name]: named, id } = answer as Record<string, unknown>;
    const value = named ?? id;
    if (typeof value === 'string') this.#set(keyOf(`${path}/{${name}}`, name), value);
  }

  /** Of a collection: the parameter that names one of its entries. */
  #nameOfEntries(path: string): string | undefined {
    for (const one of this.operations) {
      const [first = '', ...more] = one.path.startsWith(`${path}/`) ? one.path.slice(path.length + 1).split('/') : [];
      const name = PARAMETER.exec(first)?.[1];
      if (name !== undefined && more.length === 0) return name;
    }
    return undefined;
  }

  #set(key: string, value: string): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }
}

function keyOf(path: string, name: string): string {
  const segments = path.split('/');
  const collection = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  return `${SAME[collection] ?? collection}/${name}`;
}

/** Puts known values in the place of `{name}` in an example. */
export function filledIn(example: unknown, valueOf: (name: string) => string | undefined): unknown {
  if (typeof example === 'string') {
    const [, name] = PARAMETER.exec(example) ?? [];
    return (name !== undefined && valueOf(name)) || example;
  }
  if (Array.isArray(example)) return example.map((one) => filledIn(one, valueOf));
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, filledIn(value, valueOf)]));
}
