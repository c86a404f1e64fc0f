// The organization of people whose lines name none.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../api/reading.ts';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');
const TYPING_MS = 150;
const MOST = 50;

interface OrganizationFieldProps {
  value: string | undefined;
  onChange(orgId: string | undefined): void;
}

export function OrganizationField({ value, onChange }: OrganizationFieldProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [q] = useDebouncedValue(typed === chosen ? '' : typed, TYPING_MS);
  const { data } = useQuery({
    ...reading('/admin/v1/organizations', { query: { limit: MOST, sort: 'name', ...(q !== '' && { q }) } }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.data.organizations ?? []).map((one) => ({ value: one.orgId, label: one.name }));
  if (value !== undefined && !options.some((one) => one.value === value)) options.unshift({ value, label: chosen ?? value });
  return (
    <Select
      label={t('organization')}
      description={t('organization.text')}
      data={options}
      value={value ?? null}
      searchable
      onSearchChange={setTyped}
      // The service has searched.
      filter={({ options: all }) => all}
      allowDeselect={false}
      nothingFoundMessage={t('organization.none')}
      onChange={(orgId, option) => {
        setChosen(option?.label);
        onChange(orgId ?? undefined);
      }}
    />
  );
}
