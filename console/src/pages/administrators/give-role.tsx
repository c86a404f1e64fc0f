import { Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { nameOf } from '../../components/name-of.ts';
import { textsOf } from '../../texts/texts.ts';
import { giveRole, rolesOf, staleRoutes, type Scope } from './administrators.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('administrators');
const TYPING_MS = 150;
const MOST = 20;

/** Gives a person a role, here or in the whole service. */
export function GiveRole({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const [person, setPerson] = useState<{ value: string; label: string }>();
  const [role, setRole] = useState<string>(rolesOf(scope)[0] ?? '');
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed === person?.label ? '' : typed, TYPING_MS);
  const { data } = useQuery(readingPeople(scope, q));
  const found = (data?.data.people ?? []).map((one) => ({ value: one.userId, label: `${nameOf(one)} (${one.loginName})` }));
  const options = person && !found.some(({ value }) => value === person.value) ? [person, ...found] : found;
  return (
    <ChangeDialog
      title={t('give')}
      confirm={t('give.confirm')}
      request={giveRole(scope, person?.value ?? '', role)}
      stale={staleRoutes}
      done={t('give.done', { name: person?.label ?? '', role })}
      isReady={person !== undefined}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <Select
            autoFocus
            data-autofocus
            label={t('person')}
            placeholder={t('person.hint')}
            data={options}
            value={person?.value ?? null}
            searchable
            onSearchChange={setTyped}
            // The service has searched already.
            filter={({ options: all }) => all}
            nothingFoundMessage={t('nothingFound')}
            error={fault?.detailFor('userId')}
            onChange={(value) => setPerson(options.find((one) => one.value === value))}
          />
          <Select
            label={t('role')}
            data={[...rolesOf(scope)]}
            value={role}
            allowDeselect={false}
            error={fault?.detailFor('role')}
            onChange={(next) => next !== null && setRole(next)}
          />
          <Text size="sm" c="dimmed">
            {t(`role.${role}` as 'role.ORG_OWNER')}
          </Text>
        </Stack>
      )}
    </ChangeDialog>
  );
}

/** People whose names begin with `q`; both lists have the same shape. */
function readingPeople({ orgId }: Scope, q: string) {
  const query = { q, limit: MOST };
  const ofOrganization = reading('/admin/v1/organizations/{orgId}/people', { path: { orgId: orgId ?? '' }, query });
  return orgId === undefined ? (reading('/admin/v1/people', { query }) as unknown as typeof ofOrganization) : ofOrganization;
}
