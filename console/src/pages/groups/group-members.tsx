import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { readingPages } from '../../api/reading.ts';
import { AccountSelect } from '../../components/account-select.tsx';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { GROUP, GROUPS, MAX_MEMBERS, type GroupMember, type GroupPlace } from './group.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('groups');
const MEMBERS = '/admin/v1/organizations/{orgId}/groups/{groupId}/members';
const PAGE_ROWS = 200;

const COLUMNS: ReadonlyArray<Column<GroupMember>> = [
  { id: 'name', title: () => t('name'), render: ({ displayName }) => <bdi>{displayName}</bdi> },
  { id: 'type', title: () => t('kind'), render: ({ type }) => t(`kind.${type}`) },
];

/** People and groups directly in the group, read on as one scrolls. */
export function GroupMembers({ orgId, groupId, canChange }: GroupPlace & { canChange: boolean }) {
  const [open, setOpen] = useState<'add' | 'remove'>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const path = { orgId, groupId };
  const list = useInfiniteQuery(readingPages(MEMBERS, { path, query: { limit: PAGE_ROWS } }));
  const close = () => setOpen(undefined);
  return (
    <Stack gap="sm">
      {canChange && (
        <Group gap="xs">
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setOpen('add')}>
            {t('members.add')}
          </Button>
          {chosen.size > 0 && (
            <Button variant="default" disabled={chosen.size > MAX_MEMBERS} onClick={() => setOpen('remove')}>
              {t('members.remove', { count: chosen.size })}
            </Button>
          )}
          {chosen.size > MAX_MEMBERS && <Text c="dimmed">{t('members.most', { count: MAX_MEMBERS })}</Text>}
        </Group>
      )}
      <ListTable
        list={list}
        rowsOf={({ members }) => members}
        empty={<EmptyState title={t('members.none')}>{t('members.none.text')}</EmptyState>}
        caption={t('members')}
        columns={COLUMNS}
        keyOf={({ memberId }) => memberId}
        nameOf={({ displayName }) => displayName}
        linkOf={({ memberId, type }) =>
          `/orgs/${encodeURIComponent(orgId)}/${type === 'group' ? 'groups' : 'people'}/${encodeURIComponent(memberId)}`
        }
        selection={canChange ? { chosen, onChange: setChosen } : undefined}
      />
      {open === 'add' && <AddMembers {...path} onClose={close} />}
      {open === 'remove' && (
        <ChangeDialog
          title={t('members.remove', { count: chosen.size })}
          confirm={t('members.remove.confirm')}
          request={apiRequest('post', `${MEMBERS}/_remove`, { path, body: { memberIds: [...chosen] } })}
          stale={[GROUPS]}
          done={t('members.removed', { count: chosen.size })}
          onClose={close}
          onDone={() => setChosen(new Set())}
        >
          <Text>{t('members.remove.text')}</Text>
        </ChangeDialog>
      )}
    </Stack>
  );
}

function AddMembers({ orgId, groupId, onClose }: GroupPlace & { onClose: () => void }) {
  const [memberIds, setMemberIds] = useState<string[]>([]);
  return (
    <ChangeDialog
      title={t('members.add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', MEMBERS, { path: { orgId, groupId }, body: { memberIds } })}
      stale={[GROUP]}
      done={t('members.added', { count: memberIds.length })}
      isReady={memberIds.length > 0}
      onClose={onClose}
    >
      {(fault) => (
        <AccountSelect
          orgId={orgId}
          label={t('members.who')}
          kinds={['person', 'group']}
          maxValues={MAX_MEMBERS}
          value={memberIds}
          onChange={setMemberIds}
          error={fault?.detailFor('memberIds')}
        />
      )}
    </ChangeDialog>
  );
}
