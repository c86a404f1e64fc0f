// What the directory has sent, the newest first; it is read again while it is on screen.
import { Checkbox, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest, sendRequest } from '../../api/client.ts';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');
const SEARCH = '/admin/v1/organizations/{orgId}/provisioning/_search';
const LIMIT = 100;
const REFRESH_MS = 5_000;
const FIRST_REFUSAL = 400;

export function ProvisioningLog({ orgId, connectionId }: { orgId: string; connectionId: string }) {
  const [failedOnly, setFailedOnly] = useState(false);
  const body = { callerId: connectionId, failedOnly, limit: LIMIT };
  const { data, error, refetch } = useQuery({
    queryKey: [SEARCH, { path: { orgId }, body }],
    queryFn: ({ signal }) => sendRequest(apiRequest('post', SEARCH, { path: { orgId }, body }), { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={t('log')}>
      <Stack gap="sm">
        <Checkbox label={t('log.failedOnly')} checked={failedOnly} onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)} />
        {error && <Fault error={error} onRetry={() => void refetch()} />}
        <ItemList
          empty={t('log.none')}
          items={data?.data.entries.map(
            ({ requestId, time, operation, resourceType, targetName, targetId, status, error: reason, attribute }, at) => ({
              key: `${requestId} ${at}`,
              title: (
                <>
                  {t(`operation.${operation}`)} {resourceType} <bdi>{targetName ?? targetId}</bdi>
                </>
              ),
              text: (
                <>
                  <When at={time} />
                  {reason !== undefined && ` – ${[attribute, reason].filter(Boolean).join(': ')}`}
                </>
              ),
              action: <StateBadge tone={status < FIRST_REFUSAL ? 'good' : 'bad'}>{status}</StateBadge>,
            }),
          )}
        />
      </Stack>
    </Section>
  );
}
