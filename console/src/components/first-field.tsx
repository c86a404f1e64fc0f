import { TextInput, type TextInputProps } from '@mantine/core';

interface FirstFieldProps extends Omit<TextInputProps, 'onChange'> {
  value: string;
  onType(value: string): void;
}

/** The first field of a dialog: it has the focus as soon as the dialog is open, and the browser offers nothing for it. */
export function FirstField({ onType, ...field }: FirstFieldProps) {
  return <TextInput autoFocus data-autofocus autoComplete="off" {...field} onChange={({ currentTarget }) => onType(currentTarget.value)} />;
}
