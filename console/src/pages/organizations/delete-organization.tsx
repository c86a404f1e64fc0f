// Deletes an organization: a dry run says what goes with it, then its name is typed.
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh } from '../../api/changing.ts';
import { apiRequest, sendRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { formatNumber } from '../../texts/formats.ts';
import { textsOf } from '../../texts/texts.ts';
import { ORGANIZATION, ORGANIZATIONS, type Organization } from './organization.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('organizations');
const CONTENTS = ['people', 'serviceUsers', 'groups', 'projects', 'applications', 'domains'] as const;

export function DeleteOrganization({ organization }: { organization: Organization }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('delete')}
      </Button>
      {isOpen && <DeleteDialog organization={organization} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({ organization: { orgId, name }, onClose }: { organization: Organization; onClose: () => void }) {
  const navigate = useNavigate();
  const deletion = (dryRun?: true) =>
    apiRequest('delete', ORGANIZATION, { path: { orgId }, query: { confirmName: name, ...(dryRun && { dryRun }) } });
  const { data, error, refetch } = useQuery({
    queryKey: ['what a deletion removes', orgId, name],
    queryFn: ({ signal }) => sendRequest(deletion(true), { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const leave = async () => {
    await navigate({ to: '/service/organizations' });
    await refresh([ORGANIZATIONS, '/admin/v1/me/permissions']);
  };
  return (
    <ChangeDialog
      title={t('delete.named', { name })}
      confirm={t('delete')}
      request={deletion()}
      stale={[]}
      done={t('delete.done', { name })}
      isDanger
      isReady={data !== undefined}
      {...(data && { nameToType: name })}
      onClose={onClose}
      onDone={() => void leave()}
    >
      <Stack gap="sm">
        <Text>{t('delete.text')}</Text>
        {error && <Fault error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && <Facts items={CONTENTS.map((one) => [t(`contents.${one}`), formatNumber(data.data.removed[one])])} />}
      </Stack>
    </ChangeDialog>
  );
}
