// The secrets of an application. A new one is added before the old one is deleted, so that the application never stands still.
import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { MOST, SECRETS, type ApplicationPlace } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

export function ApplicationSecrets({ canChange, ...place }: ApplicationPlace & { canChange: boolean }) {
  const [open, setOpen] = useState<'add' | { remove: string }>();
  const [fresh, setFresh] = useState<string>();
  const { data, error, refetch } = useQuery(reading(SECRETS, { path: place, query: { limit: MOST, sort: '-createdAt' } }));
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t('secrets')}
      actions={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setOpen('add')}>
            {t('secrets.add')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {fresh !== undefined && (
          <Alert role="status" title={t('secret.once')}>
            <CopyValue name={t('clientSecret')} value={fresh} />
          </Alert>
        )}
        {error && <Fault error={error} onRetry={() => void refetch()} />}
        <ItemList
          empty={t('secrets.none')}
          items={data?.data.secrets.map(({ secretId, createdAt, expiresAt }) => ({
            key: secretId,
            title: <When at={createdAt} />,
            text: expiresAt === undefined ? t('secrets.forever') : <Ends at={expiresAt} />,
            action: canChange && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('secrets.delete.named', { id: secretId })}
                onClick={() => setOpen({ remove: secretId })}
              >
                {t('delete')}
              </Button>
            ),
          }))}
        />
      </Stack>
      {open === 'add' && (
        <ChangeDialog
          title={t('secrets.add')}
          confirm={t('secrets.add')}
          request={apiRequest('post', SECRETS, { path: place, body: {} })}
          stale={[SECRETS]}
          done={t('secrets.added')}
          onClose={close}
          onDone={({ data: { clientSecret } }) => setFresh(clientSecret)}
        >
          {t('secrets.add.text')}
        </ChangeDialog>
      )}
      {typeof open === 'object' && (
        <ChangeDialog
          title={t('secrets.delete')}
          confirm={t('delete')}
          request={apiRequest('delete', `${SECRETS}/{secretId}`, { path: { ...place, secretId: open.remove } })}
          stale={[SECRETS]}
          done={t('secrets.deleted')}
          isDanger
          onClose={close}
        >
          {t('secrets.delete.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

function Ends({ at }: { at: string }) {
  return (
    <>
      {t('secrets.ends')} <When at={at} />
    </>
  );
}
