// The groups that a provider fills: each sign-in adds its person to those whose value the provider sends, and removes the person from the others.
import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { AccountSelect } from '../../components/account-select.tsx';
import { ChangeDialog, type ChangeDialogProps } from '../../components/change-dialog.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Provider } from './directory.ts';
import { routesOf } from './owner.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

type FilledGroups = NonNullable<Provider['groups']>;
type FilledChange = Pick<ChangeDialogProps<Provider>, 'request' | 'stale' | 'done'>;

interface ProviderGroupsProps {
  orgId: string;
  identityProviderId: string;
  groups: FilledGroups;
}

export function ProviderGroups({ groups, ...place }: ProviderGroupsProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<FilledGroups[number]>();
  const changeOf = (next: FilledGroups): FilledChange => ({
    request: apiRequest('patch', routesOf(place).one, { path: place, body: { groups: next } }),
    stale: [routesOf(place).list],
    done: t('saved'),
  });
  return (
    <Section
      title={t('groups')}
      actions={
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          {t('groups.add')}
        </Button>
      }
    >
      <ItemList
        empty={t('groups.none')}
        items={groups.map((one) => ({
          key: `${one.groupId} ${one.value}`,
          title: <bdi>{one.value}</bdi>,
          text: <GroupName orgId={place.orgId} groupId={one.groupId} />,
          action: (
            <Button variant="subtle" size="xs" aria-label={t('groups.remove.named', { name: one.value })} onClick={() => setRemoved(one)}>
              {t('groups.remove')}
            </Button>
          ),
        }))}
      />
      {isAdding && <AddFilledGroup orgId={place.orgId} changeOf={(one) => changeOf([...groups, one])} onClose={() => setAdding(false)} />}
      {removed && (
        <ChangeDialog
          {...changeOf(groups.filter((one) => one !== removed))}
          title={t('groups.remove.named', { name: removed.value })}
          confirm={t('groups.remove')}
          isDanger
          onClose={() => setRemoved(undefined)}
        >
          {t('groups.remove.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

function GroupName({ orgId, groupId }: { orgId: string; groupId: string }) {
  const { data } = useQuery({ ...reading('/admin/v1/organizations/{orgId}/groups/{groupId}', { path: { orgId, groupId } }), retry: false });
  return <bdi>{data?.data.displayName ?? groupId}</bdi>;
}

interface AddFilledGroupProps {
  orgId: string;
  changeOf(one: FilledGroups[number]): FilledChange;
  onClose(): void;
}

function AddFilledGroup({ orgId, changeOf, onClose }: AddFilledGroupProps) {
  const [value, setValue] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [groupId = ''] = chosen;
  return (
    <ChangeDialog
      {...changeOf({ value, groupId })}
      title={t('groups.add')}
      confirm={t('groups.add.confirm')}
      isReady={value !== '' && groupId !== ''}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <AccountSelect orgId={orgId} label={t('groups.group')} kinds={['group']} maxValues={1} value={chosen} onChange={setChosen} />
          <TextInput
            label={t('groups.value')}
            description={t('groups.value.hint')}
            value={value}
            autoComplete="off"
            error={fault?.detailFor('groups')}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
