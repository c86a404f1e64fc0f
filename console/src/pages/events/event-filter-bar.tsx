import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { reading } from '../../api/reading.ts';
import { nameOf } from '../../components/name-of.ts';
import { textsOf } from '../../texts/texts.ts';
import { KINDS, type EventFilters, type Kind } from './events.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('events');
const TYPING_MS = 150;
const MOST = 20;

interface Choice {
  value: string;
  label: string;
}

interface EventFilterBarProps {
  /** Of the page; undefined for the events of the whole service. */
  orgId: string | undefined;
  filters: EventFilters;
  onChange(filters: EventFilters): void;
}

export function EventFilterBar({ orgId, filters, onChange }: EventFilterBarProps) {
  const may = useMay({ orgId });
  const set = (name: keyof EventFilters) => (value: string | null) => {
    const { [name]: _, ...others } = filters;
    onChange(value ? { ...others, [name]: value } : others);
  };
  const day = (name: 'since' | 'until') => (
    <TextInput type="date" label={t(name)} value={filters[name] ?? ''} onChange={({ currentTarget }) => set(name)(currentTarget.value)} />
  );
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label={t('kind')}>
        {(Object.keys(KINDS) as Kind[]).map((kind) => {
          const isChosen = kind === (filters.kind ?? 'all');
          return (
            <Button
              key={kind}
              size="xs"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => set('kind')(kind === 'all' ? null : kind)}
            >
              {t(`kind.${kind}`)}
            </Button>
          );
        })}
      </Group>
      <Group gap="sm" align="end">
        {may('user.read') && (
          <>
            <PersonChoice orgId={orgId} label={t('about')} value={filters.about} onChange={set('about')} />
            <PersonChoice orgId={orgId} label={t('by')} value={filters.by} onChange={set('by')} />
          </>
        )}
        {orgId === undefined && may('org.read') && <OrganizationChoice value={filters.org} onChange={set('org')} />}
        {day('since')}
        {day('until')}
      </Group>
    </Stack>
  );
}

interface ChoiceProps {
  value: string | undefined;
  onChange(value: string | null): void;
}

function PersonChoice({ orgId, label, value, onChange }: ChoiceProps & { orgId: string | undefined; label: string }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Choice>();
  const [q] = useDebouncedValue(typed === chosen?.label ? '' : typed, TYPING_MS);
  const query = { q, limit: MOST };
  const ofOrganization = reading('/admin/v1/organizations/{orgId}/people', { path: { orgId: orgId ?? '' }, query });
  // Both lists have the same shape.
  const people = orgId === undefined ? (reading('/admin/v1/people', { query }) as unknown as typeof ofOrganization) : ofOrganization;
  const { data } = useQuery({ ...people, enabled: q !== '' });
  const found = (data?.data.people ?? []).map((person) => ({ value: person.userId, label: `${nameOf(person)} (${person.loginName})` }));
  return (
    <Search
      label={label}
      placeholder={t('about.hint')}
      value={value}
      found={found}
      chosen={chosen}
      onTyped={setTyped}
      onChosen={setChosen}
      onChange={onChange}
    />
  );
}

function OrganizationChoice({ value, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Choice>();
  const [q] = useDebouncedValue(typed === chosen?.label ? '' : typed, TYPING_MS);
  const { data } = useQuery({ ...reading('/admin/v1/organizations', { query: { q, limit: MOST, sort: 'name' } }), enabled: q !== '' });
  const found = (data?.data.organizations ?? []).map(({ orgId, name }) => ({ value: orgId, label: name }));
  return (
    <Search
      label={t('organization')}
      placeholder={t('organization.hint')}
      value={value}
      found={found}
      chosen={chosen}
      onTyped={setTyped}
      onChosen={setChosen}
      onChange={onChange}
    />
  );
}

interface SearchProps extends ChoiceProps {
  label: string;
  placeholder: string;
  found: readonly Choice[];
  chosen: Choice | undefined;
  onTyped(text: string): void;
  onChosen(choice: Choice | undefined): void;
}

/** What is chosen elsewhere, by a link, is shown by its id. */
function Search({ label, placeholder, value, found, chosen, onTyped, onChosen, onChange }: SearchProps) {
  const own = value === undefined ? [] : [chosen?.value === value ? chosen : { value, label: value }];
  const options = [...own, ...found.filter((one) => one.value !== value)];
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={options}
      value={value ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      onSearchChange={onTyped}
      // The service has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage={t('nothingFound')}
      onChange={(next) => {
        onChosen(options.find((one) => one.value === next));
        onChange(next);
      }}
    />
  );
}
