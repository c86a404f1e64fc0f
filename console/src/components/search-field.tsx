import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../look/icon.tsx';

const TYPING_MS = 120;

interface SearchFieldProps {
  label: string;
  hint?: string;
  /** What the list is searched for. */
  q: string | undefined;
  onSearch(q: string): void;
}

/** Searches a list as one types. */
export function SearchField({ label, hint, q = '', onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(q);
  /** Searches of this field that `q` has not followed yet. While it does, one types on. */
  const own = useRef<string[]>([]);
  const search = useDebouncedCallback((text: string) => {
    own.current.push(text);
    onSearch(text);
  }, TYPING_MS);
  useEffect(() => {
    const at = own.current.indexOf(q);
    // A saved view or Back searches for something that was not typed here.
    if (at < 0) setTyped(q);
    own.current = at < 0 ? [] : own.current.slice(at + 1);
  }, [q]);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={hint}
      value={typed}
      leftSection={<Icon name="search" />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
}
