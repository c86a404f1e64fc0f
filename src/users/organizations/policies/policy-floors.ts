// Compares two values of a policy by strength. Floors raise weaker values, and changes that weaken are detected. Derived from the table of kinds.
import { factsOf, type Policy, type PolicyField, type PolicyKind, type Strength } from './policy-kinds.js';

interface Order {
  /** Whether `value` protects at least as well as `floor`. */
  reaches(value: unknown, floor: unknown, field: PolicyField): boolean;
  /** The weakest value that protects as well as both. */
  strongest(value: unknown, floor: unknown): unknown;
}

const byRank = (rankOf: (value: unknown, field: PolicyField) => number): Order => ({
  reaches: (value, floor, field) => rankOf(value, field) >= rankOf(floor, field),
  strongest: (_, floor) => floor,
});

const STRENGTHS: Readonly<Record<Strength, Order>> = {
  more: byRank(Number),
  less: byRank((value) => -Number(value)),
  lessNotZero: byRank((value) => (value === 0 ? Number.NEGATIVE_INFINITY : -Number(value))),
  on: byRank(Number),
  off: byRank((value) => -Number(value)),
  later: byRank((value, field) => ('words' in field ? field.words.indexOf(String(value)) : 0)),
  all: {
    reaches: (value, floor) => listOf(floor).every((entry) => listOf(value).includes(entry)),
    strongest: (value, floor) => [...new Set([...listOf(value), ...listOf(floor)])],
  },
  // An empty list is weaker than any other: no factor could be set up or required.
  few: {
    reaches: (value, floor) =>
      listOf(value).every((entry) => listOf(floor).includes(entry)) && (listOf(value).length > 0 || listOf(floor).length === 0),
    strongest: (value, floor) => {
      const common = listOf(value).filter((entry) => listOf(floor).includes(entry));
      return common.length > 0 ? common : floor;
    },
  },
};

/** Values of some fields of a kind. */
type Values<Kind extends PolicyKind> = Partial<Record<keyof Policy<Kind>, unknown>>;

/** A policy with every value that is below its floor raised; the same object if none is. */
export function raised<Kind extends PolicyKind>(kind: Kind, policy: Policy<Kind>, floors: Values<Kind>): Policy<Kind> {
  const changed = belowFloor(kind, policy, floors).map(([name, field, value, floor]) => [name, orderOf(field)?.strongest(value, floor)]);
  return changed.length === 0 ? policy : { ...policy, ...Object.fromEntries(changed) };
}

/** The fields whose values are weaker than their floors, each with value and floor. */
export function belowFloor<Kind extends PolicyKind>(
  kind: Kind,
  values: Values<Kind>,
  floors: Values<Kind>,
): Array<[name: keyof Policy<Kind> & string, field: PolicyField, value: unknown, floor: unknown]> {
  const given: Readonly<Record<string, unknown>> = values;
  const least: Readonly<Record<string, unknown>> = floors;
  return Object.entries(factsOf(kind).fields).flatMap(([name, field]) => {
    const [value, floor] = [given[name], least[name]];
    if (value === undefined || value === null || floor === undefined) return [];
    return orderOf(field)?.reaches(value, floor, field) === false ? [[name as keyof Policy<Kind> & string, field, value, floor]] : [];
  });
}

/** The fields whose change protects people less than before, or may lock people out. */
export function fieldsThatEndanger<Kind extends PolicyKind>(kind: Kind, before: Policy<Kind>, after: Policy<Kind>): string[] {
  const weaker = new Set<string>(belowFloor(kind, after, before).map(([name]) => name));
  const stricter = belowFloor(kind, before, after).map(([name]) => name);
  const { fields } = factsOf(kind);
  const changed: Readonly<Record<string, unknown>> = after;
  const former: Readonly<Record<string, unknown>> = before;
  const unordered = Object.keys(fields).filter((name) => fields[name]?.stronger === undefined && changed[name] !== former[name]);
  for (const name of [...stricter, ...unordered]) if (fields[name]?.shutsOut) weaker.add(name);
  return [...weaker];
}

const orderOf = ({ stronger }: PolicyField): Order | undefined => stronger && STRENGTHS[stronger];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
