// A field of the form of a provider.
import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { textsOf } from '../../texts/texts.ts';
import { CONNECTIONS } from './directory.ts';
import type { Owner } from './owner.ts';
import { HINTED, type FieldType, type FieldValue } from './provider-fields.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');
const NONE = '';

interface ProviderInputProps {
  owner: Owner;
  name: string;
  type: FieldType;
  value: FieldValue;
  error: string | undefined;
  onChange(value: FieldValue): void;
}

export function ProviderInput({ owner: { orgId }, name, type, value, error, onChange }: ProviderInputProps) {
  const shared = {
    label: t(`field.${name}` as 'field.issuer'),
    error,
    ...(HINTED.has(name) && { description: t((type === 'kept' ? 'kept.hint' : `field.${name}.hint`) as 'kept.hint') }),
  };
  if (typeof value === 'boolean')
    return <Checkbox {...shared} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
  const optionOf = (word: string) => ({ value: word, label: t(`word.${name}.${word}` as 'word.creation.off') });
  if (typeof value === 'object')
    return (
      <Checkbox.Group {...shared} value={value} onChange={onChange}>
        <Stack gap="xs" mt="xs">
          {typeof type === 'object' && 'many' in type && type.many.map((word) => <Checkbox key={word} {...optionOf(word)} />)}
        </Stack>
      </Checkbox.Group>
    );
  if (type === 'connection' && orgId !== undefined) return <ConnectionSelect {...shared} orgId={orgId} value={value} onChange={onChange} />;
  if (typeof type === 'object' && !('many' in type))
    return <Select {...shared} data={type.map(optionOf)} value={value} allowDeselect={false} onChange={(next) => onChange(next ?? '')} />;
  const typed = { ...shared, value, autoComplete: 'off', spellCheck: false };
  if (type === 'lines' || type === 'pairs' || type === 'long')
    return <Textarea {...typed} autosize minRows={1} maxRows={8} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  return (
    <TextInput
      {...typed}
      inputMode={type === 'number' ? 'numeric' : 'text'}
      {...(type === 'kept' && name !== 'metadataUrl' && { type: 'password', autoComplete: 'new-password' })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface ConnectionSelectProps {
  orgId: string;
  label: string;
  error: string | undefined;
  value: string;
  onChange(value: string): void;
}

function ConnectionSelect({ orgId, ...field }: ConnectionSelectProps) {
  const { data } = useQuery(reading(CONNECTIONS, { path: { orgId }, query: { limit: 200, sort: 'name' } }));
  const connections = (data?.data.connections ?? []).map(({ connectionId, name }) => ({ value: connectionId, label: name }));
  return (
    <Select
      {...field}
      data={[{ value: NONE, label: t('connection.none') }, ...connections]}
      allowDeselect={false}
      onChange={(next) => field.onChange(next ?? NONE)}
    />
  );
}
