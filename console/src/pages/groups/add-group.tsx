import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { AccountSelect } from '../../components/account-select.tsx';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { textsOf } from '../../texts/texts.ts';
import { GROUPS } from './group.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('groups');

export function AddGroup({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [displayName, setDisplayName] = useState('');
  const [memberIds, setMemberIds] = useState<string[]>([]);
  const body = { displayName, ...(memberIds.length > 0 && { memberIds }) };
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', GROUPS, { path: { orgId }, body })}
      stale={[GROUPS, '/admin/v1/organizations/{orgId}/statistics']}
      done={t('add.done', { name: displayName })}
      isReady={displayName.trim() !== ''}
      onClose={onClose}
      onDone={({ data: { groupId } }) => void navigate({ to: '/orgs/$orgId/groups/$groupId', params: { orgId, groupId } })}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('name')} value={displayName} error={fault?.detailFor('displayName')} onType={setDisplayName} />
          <AccountSelect
            orgId={orgId}
            label={t('members')}
            kinds={['person', 'group']}
            value={memberIds}
            onChange={setMemberIds}
            error={fault?.detailFor('memberIds')}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
