import { TextInput } from '@mantine/core';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);

interface ExpiryFieldProps {
  /** A day, or '' for never. */
  value: string;
  error: string | undefined;
  onChange(day: string): void;
}

/** The day until which a credential is valid. */
export function ExpiryField({ value, error, onChange }: ExpiryFieldProps) {
  return (
    <TextInput
      type="date"
      label={t('expiresAt')}
      description={t('expiresAt.hint')}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The end of that day, in the time zone of the browser. */
export function expiryOf(day: string): { expiresAt?: string } {
  return day === '' ? {} : { expiresAt: new Date(`${day}T23:59:59`).toISOString() };
}
