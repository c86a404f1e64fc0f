// What a form edits: it follows what the service has until something is typed, then keeps the version that it began with.
import { useRef, useState } from 'react';
import type { Versioned } from '../api/client.ts';

export interface Edited<T, V> {
  /** What the form began with, and its version. */
  base: Versioned<T>;
  /** As the fields have them. */
  values: V;
  /** Names of what differs from the base. */
  changed: Array<keyof V & string>;
  change(part: Partial<V>): void;
  /** Notes what is sent. */
  send(): void;
  /** Begins anew with the answer of a change, but for what was typed since it was sent. */
  begin(next: Versioned<T>): void;
  /** Puts the fields back to what the service has. */
  discard(): void;
  /** The fields of an answer. */
  valuesOf(data: T): V;
}

/** @param valuesOf the fields of what the service has */
export function useEdited<T, V extends object>(current: Versioned<T>, valuesOf: (data: T) => V): Edited<T, V> {
  const [base, setBase] = useState(current);
  // The version that a change replaced, until it is read again: the answer of the change is newer than `current`.
  const [replaced, setReplaced] = useState<string>();
  const [values, setValues] = useState(() => valuesOf(current.data));
  const before = valuesOf(base.data);
  const names = Object.keys({ ...before, ...values }) as Array<keyof V & string>;
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]));
  const restart = (next: Versioned<T>) => {
    setBase(next);
    setValues(valuesOf(next.data));
  };
  const isReplaced = current.etag === replaced;
  if (!isReplaced && replaced !== undefined) setReplaced(undefined);
  const latest = isReplaced ? base : current;
  if (changed.length === 0 && latest.etag !== base.etag) restart(latest);
  const sent = useRef(values);
  const begin = (answer: Versioned<T>) => {
    setBase(answer);
    // What was typed since then stays.
    const typed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(sent.current[name]));
    setValues({ ...valuesOf(answer.data), ...Object.fromEntries(typed.map((name) => [name, values[name]])) });
    setReplaced(current.etag);
  };
  return {
    base,
    values,
    changed,
    change: (part) => setValues({ ...values, ...part }),
    send() {
      sent.current = values;
    },
    begin,
    discard: () => restart(latest),
    valuesOf,
  };
}
