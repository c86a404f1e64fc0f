// Applications that act for the person, and accounts at identity providers.
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest, type ApiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PERSON, type PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

interface Removal {
  name: string;
  text: string;
  request: ApiRequest<unknown>;
}

export function PersonAccess({ orgId, userId, canChange }: PersonPlace & { canChange: boolean }) {
  const path = { orgId, userId };
  const [removal, setRemoval] = useState<Removal>();
  const grants = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/grants', { path }));
  const links = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/identity-links', { path }));
  const removeButton = (one: Removal) =>
    canChange && (
      <Button variant="subtle" size="xs" onClick={() => setRemoval(one)} aria-label={t('access.end.named', { name: one.name })}>
        {t('access.end')}
      </Button>
    );
  return (
    <Stack>
      <Section title={t('access.applications')}>
        {grants.error && <Fault error={grants.error} onRetry={() => void grants.refetch()} />}
        <ItemList
          empty={t('access.applications.none')}
          items={grants.data?.data.grants.map(({ clientId, application, scopes, lastUsedAt }) => ({
            key: clientId,
            title: <bdi>{application}</bdi>,
            text: (
              <>
                {scopes.join(' ')} {lastUsedAt && <When at={lastUsedAt} />}
              </>
            ),
            action: removeButton({
              name: application,
              text: t('access.applications.text'),
              request: apiRequest('delete', '/admin/v1/organizations/{orgId}/people/{userId}/grants/{clientId}', {
                path: { ...path, clientId },
              }),
            }),
          }))}
        />
      </Section>
      <Section title={t('access.links')}>
        {links.error && <Fault error={links.error} onRetry={() => void links.refetch()} />}
        <ItemList
          empty={t('access.links.none')}
          items={links.data?.data.identityLinks.map(({ identityProviderId, name, loginName, subject, lastUsedAt }) => ({
            key: identityProviderId,
            title: <bdi>{name}</bdi>,
            text: (
              <>
                <bdi>{loginName ?? subject}</bdi> {lastUsedAt && <When at={lastUsedAt} />}
              </>
            ),
            action: removeButton({
              name,
              text: t('access.links.text'),
              request: apiRequest('delete', '/admin/v1/organizations/{orgId}/people/{userId}/identity-links/{identityProviderId}', {
                path: { ...path, identityProviderId },
              }),
            }),
          }))}
        />
      </Section>
      {removal && (
        <ChangeDialog
          title={t('access.end.named', { name: removal.name })}
          confirm={t('access.end')}
          request={removal.request}
          stale={[PERSON]}
          done={t('access.ended')}
          isDanger
          onClose={() => setRemoval(undefined)}
        >
          {removal.text}
        </ChangeDialog>
      )}
    </Stack>
  );
}
