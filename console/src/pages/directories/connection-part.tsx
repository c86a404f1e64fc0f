// How a directory provisions people: the values to enter there, its tokens, and what could not be stored.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { CONNECTION, CONNECTIONS } from './directory.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

interface ConnectionPlace {
  orgId: string;
  connectionId: string;
}

export function ConnectionPart({ canChange, ...place }: ConnectionPlace & { canChange: boolean }) {
  const { data, error, refetch } = useQuery(reading(CONNECTION, { path: place }));
  const [isRotating, setRotating] = useState(false);
  const [token, setToken] = useState<string>();
  const navigate = useNavigate();
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return fault ?? <Loading />;
  const { name, scimUrl, preset, provisioningDomain, emailTrust, active, tokens } = data.data;
  return (
    <Stack>
      {fault}
      <Section
        title={t('values')}
        actions={
          canChange && (
            <DeleteButton
              size="xs"
              label={t('delete.connection')}
              name={name}
              title={t('delete.title', { name })}
              text={t('delete.connection.text')}
              done={t('deleted', { name })}
              request={apiRequest('delete', CONNECTION, { path: place })}
              stale={[CONNECTIONS]}
              onDone={() => navigate({ to: '/orgs/$orgId/directories', params: { orgId: place.orgId } })}
            />
          )
        }
      >
        <Facts
          items={[
            [t('scimUrl'), <CopyValue key="url" name={t('scimUrl')} value={scimUrl} />],
            [t('preset'), preset],
            [t('provisioningDomain'), provisioningDomain && <bdi>{provisioningDomain}</bdi>],
            [t('emailTrust'), t(`emailTrust.${emailTrust}`)],
            [t('state'), t(active ? 'state.on' : 'state.off')],
          ]}
        />
      </Section>
      <Section
        title={t('tokens')}
        actions={
          canChange && (
            <Button variant="default" size="xs" onClick={() => setRotating(true)}>
              {t('tokens.rotate')}
            </Button>
          )
        }
      >
        <Stack gap="sm">
          {token !== undefined && (
            <Alert role="status" title={t('token.once')}>
              <CopyValue name={t('token')} value={token} />
            </Alert>
          )}
          <ItemList
            empty={t('tokens.none')}
            items={tokens.map(({ tokenId, createdAt, expiresAt, lastUsedAt }) => ({
              key: tokenId,
              title: <When at={createdAt} />,
              text: (
                <>
                  {t('tokens.used')} {lastUsedAt === undefined ? t('health.never') : <When at={lastUsedAt} />}
                  {'; '}
                  {t('tokens.ends')} {expiresAt === undefined ? t('health.never') : <When at={expiresAt} />}
                </>
              ),
            }))}
          />
        </Stack>
      </Section>
      <Omissions {...place} />
      {isRotating && (
        <ChangeDialog
          title={t('tokens.rotate')}
          confirm={t('tokens.rotate')}
          request={apiRequest('post', `${CONNECTION}/tokens`, { path: place, body: {} })}
          stale={[CONNECTION]}
          done={t('tokens.rotated')}
          onClose={() => setRotating(false)}
          onDone={({ data: fresh }) => setToken(fresh.token)}
        >
          <Text>{t('tokens.rotate.text')}</Text>
        </ChangeDialog>
      )}
    </Stack>
  );
}

function Omissions(place: ConnectionPlace) {
  const { data, error } = useQuery(reading('/admin/v1/organizations/{orgId}/connections/{connectionId}/omissions', { path: place }));
  return (
    <Section title={t('omissions')}>
      {error && <Fault error={error} />}
      <ItemList
        empty={t('omissions.none')}
        items={data?.data.omissions.map(({ attribute, reasonId, reason, count }) => ({
          key: `${attribute} ${reasonId}`,
          title: <bdi>{attribute}</bdi>,
          text: `${reason} – ${t('omissions.count', { count })}`,
        }))}
      />
    </Section>
  );
}
