// Chooses people, service users or groups by their names: the service searches while one types.
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../api/access.ts';
import { reading } from '../api/reading.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { nameOf } from './name-of.ts';

const t = textsOf<typeof en>(SHELL);
const TYPING_MS = 120;
/** Found of each kind. */
const MOST = 10;

export type AccountKind = 'person' | 'service' | 'group';

interface Option {
  value: string;
  label: string;
}

interface AccountSelectProps {
  orgId: string;
  label: string;
  kinds: readonly AccountKind[];
  value: string[];
  onChange(ids: string[]): void;
  maxValues?: number;
  error?: ReactNode;
}

export function AccountSelect({ orgId, kinds, value, onChange, ...others }: AccountSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, TYPING_MS);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const found = useAccounts(orgId, kinds, q.trim());
  const options = [...chosen, ...found.filter(({ value: id }) => !chosen.some((one) => one.value === id))];
  const choose = (ids: string[]) => {
    setChosen(options.filter((option) => ids.includes(option.value)));
    setTyped('');
    onChange(ids);
  };
  return (
    <MultiSelect
      {...others}
      autoFocus
      data-autofocus
      searchable
      hidePickedOptions
      data={options}
      // The service has searched.
      filter={({ options: all }) => all}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={choose}
      nothingFoundMessage={t('nothingFound')}
    />
  );
}

function useAccounts(orgId: string, kinds: readonly AccountKind[], q: string): Option[] {
  const may = useMay({ orgId });
  const input = { path: { orgId }, query: { limit: MOST, ...(q !== '' && { q }) } };
  const isWanted = (kind: AccountKind, permission: string) => kinds.includes(kind) && may(permission);
  const people = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/people', input),
    placeholderData: keepPreviousData,
    enabled: isWanted('person', 'user.read'),
  });
  const services = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/service-users', input),
    placeholderData: keepPreviousData,
    enabled: isWanted('service', 'user.read'),
  });
  const groups = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/groups', input),
    placeholderData: keepPreviousData,
    enabled: isWanted('group', 'group.read'),
  });
  return [
    ...(people.data?.data.people ?? []).map((one) => ({ value: one.userId, label: `${nameOf(one)} (${one.loginName})` })),
    ...(services.data?.data.serviceUsers ?? []).map((one) => ({ value: one.userId, label: t('account.service', { name: one.name }) })),
    ...(groups.data?.data.groups ?? []).map((one) => ({ value: one.groupId, label: t('account.group', { name: one.displayName }) })),
  ];
}
