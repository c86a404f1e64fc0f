import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Icon } from '../look/icon.tsx';

const TYPING_MS = 120;

interface SearchFieldProps {
  label: string;
  hint?: string;
  /** What the field begins with. */
  q: string | undefined;
  onSearch(q: string): void;
}

/** Searches a list as one types. */
export function SearchField({ label, hint, q, onSearch }: SearchFieldProps) {
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), TYPING_MS);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={hint}
      defaultValue={q ?? ''}
      leftSection={<Icon name="search" />}
      onChange={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}
