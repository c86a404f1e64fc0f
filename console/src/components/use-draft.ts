// The fields of a form that changes something that others may change meanwhile.
import { useState } from 'react';
import type { Versioned } from '../api/client.ts';

interface Draft<T, V> {
  /** The version that the fields began with. */
  base: Versioned<T>;
  before: V;
  values: V;
  setValues(values: V): void;
  /** Begins again with another version. */
  begin(next: Versioned<T>): void;
}

/** @param current what the service has; the fields follow it until something is changed @param valuesOf the fields of a version */
export function useDraft<T, V>(current: Versioned<T>, valuesOf: (data: T) => V): Draft<T, V> {
  const [base, setBase] = useState(current);
  const [values, setValues] = useState(() => valuesOf(base.data));
  const before = valuesOf(base.data);
  const begin = (next: Versioned<T>) => {
    setBase(next);
    setValues(valuesOf(next.data));
  };
  if (current.etag !== base.etag && JSON.stringify(values) === JSON.stringify(before)) begin(current);
  return { base, before, values, setValues, begin };
}
