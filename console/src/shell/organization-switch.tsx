// Which organization the pages are about; a choice for those who manage several.
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { allows, useOwnAccess } from '../api/access.ts';
import { reading } from '../api/reading.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './organization-switch.module.css';
import { useOrgId } from './pages.ts';

const t = textsOf<typeof en>(SHELL);
const TYPING_MS = 150;
const MOST = 50;

export function OrganizationSwitch() {
  const access = useOwnAccess();
  const orgId = useOrgId();
  const seesAll = allows(access, 'org.read', {});
  const name = useOrganizationName(orgId);
  if (orgId === undefined) return null;
  if (!seesAll && access.organizations.length < 2) return <Text className={classes.name}>{name}</Text>;
  return <Choice key={orgId} orgId={orgId} name={name} seesAll={seesAll} />;
}

function useOrganizationName(orgId: string | undefined): string {
  const access = useOwnAccess();
  const own = access.organizations.find((one) => one.orgId === orgId)?.name ?? (access.orgId === orgId ? access.orgName : undefined);
  const { data } = useQuery({
    ...reading('/admin/v1/organizations/{orgId}', { path: { orgId: orgId ?? '' } }),
    enabled: orgId !== undefined && own === undefined,
  });
  return own ?? data?.data.name ?? '';
}

function Choice({ orgId, name, seesAll }: { orgId: string; name: string; seesAll: boolean }) {
  const { organizations } = useOwnAccess();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed === name ? '' : typed, TYPING_MS);
  const { data } = useQuery({
    ...reading('/admin/v1/organizations', { query: { limit: MOST, sort: 'name', ...(q !== '' && { q }) } }),
    enabled: seesAll && isOpen,
  });
  const found = seesAll ? (data?.data.organizations ?? []) : organizations;
  const options = found.map((one) => ({ value: one.orgId, label: one.name }));
  if (!options.some(({ value }) => value === orgId)) options.unshift({ value: orgId, label: name });
  return (
    <Select
      className={classes.choice}
      aria-label={t('organization')}
      data={options}
      value={orgId}
      searchable
      onSearchChange={setTyped}
      // The service has searched already.
      {...(seesAll && { filter: ({ options: all }) => all })}
      allowDeselect={false}
      nothingFoundMessage={t('nothingFound')}
      onDropdownOpen={() => setOpen(true)}
      onChange={(next) => next !== null && void navigate({ to: '/orgs/$orgId', params: { orgId: next } })}
    />
  );
}
