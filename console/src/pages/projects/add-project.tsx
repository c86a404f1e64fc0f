import { Checkbox, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PROJECTS, STATISTICS } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

export function AddProject({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [projectRoleCheck, setRoleCheck] = useState(false);
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', PROJECTS, { path: { orgId }, body: { name, projectRoleAssertion: true, projectRoleCheck } })}
      stale={[PROJECTS, STATISTICS]}
      done={t('add.done', { name })}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onDone={({ data: { projectId } }) => void navigate({ to: '/orgs/$orgId/projects/$projectId', params: { orgId, projectId } })}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('name')} value={name} error={fault?.detailFor('name')} onType={setName} />
          <Checkbox
            label={t('projectRoleCheck')}
            checked={projectRoleCheck}
            onChange={({ currentTarget }) => setRoleCheck(currentTarget.checked)}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
