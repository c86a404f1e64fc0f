// The tokens with which clients register themselves in the project.
import { Alert, Button, Checkbox, NumberInput, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { linesOf, MOST, REGISTRATION_TOKENS, type ProjectPlace, type RegistrationToken } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const MAX_APPLICATIONS = 1_000;

export function RegistrationTokens({ canChange, ...place }: ProjectPlace & { canChange: boolean }) {
  const [open, setOpen] = useState<'add' | { remove: RegistrationToken }>();
  const [fresh, setFresh] = useState<string>();
  const { data, error, refetch } = useQuery(reading(REGISTRATION_TOKENS, { path: place, query: { limit: MOST, sort: '-createdAt' } }));
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t('registration')}
      actions={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setOpen('add')}>
            {t('registration.add')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {fresh !== undefined && (
          <Alert role="status" title={t('registration.once')}>
            <CopyValue name={t('registration.token')} value={fresh} />
          </Alert>
        )}
        {error && <Fault error={error} onRetry={() => void refetch()} />}
        <ItemList
          empty={t('registration.none')}
          items={data?.data.registrationTokens.map((token) => ({
            key: token.tokenId,
            title: <bdi>{token.name}</bdi>,
            text: <Used token={token} />,
            action: canChange && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('registration.delete.named', { name: token.name })}
                onClick={() => setOpen({ remove: token })}
              >
                {t('delete')}
              </Button>
            ),
          }))}
        />
      </Stack>
      {open === 'add' && <AddToken {...place} onClose={close} onAdded={setFresh} />}
      {typeof open === 'object' && (
        <ChangeDialog
          title={t('registration.delete.named', { name: open.remove.name })}
          confirm={t('delete')}
          request={apiRequest('delete', `${REGISTRATION_TOKENS}/{tokenId}`, { path: { ...place, tokenId: open.remove.tokenId } })}
          stale={[REGISTRATION_TOKENS]}
          done={t('registration.deleted')}
          isDanger
          onClose={close}
        >
          {t('registration.delete.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

function Used({ token: { registered, maxApplications, expiresAt } }: { token: RegistrationToken }) {
  return (
    <>
      {t('registration.used', { registered, maxApplications })}
      {expiresAt !== undefined && (
        <>
          {' – '}
          {t('secrets.ends')} <When at={expiresAt} />
        </>
      )}
    </>
  );
}

function AddToken({ onClose, onAdded, ...place }: ProjectPlace & { onClose: () => void; onAdded: (token: string | undefined) => void }) {
  const [name, setName] = useState('');
  const [hosts, setHosts] = useState('');
  const [loopback, setLoopback] = useState(false);
  const [count, setCount] = useState<number | string>(10);
  const body = {
    name,
    maxApplications: Number(count),
    policy: { redirectHosts: linesOf(hosts), loopbackRedirects: loopback },
  };
  return (
    <ChangeDialog
      title={t('registration.add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', REGISTRATION_TOKENS, { path: place, body })}
      stale={[REGISTRATION_TOKENS]}
      done={t('registration.added', { name })}
      isReady={name !== '' && count !== ''}
      onClose={onClose}
      onDone={({ data: { token } }) => onAdded(token)}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('name')} value={name} error={fault?.detailFor('name')} onType={setName} />
          <Textarea
            label={t('registration.hosts')}
            description={t('registration.hosts.hint')}
            value={hosts}
            autosize
            minRows={2}
            error={fault?.detailFor('policy.redirectHosts')}
            onChange={({ currentTarget }) => setHosts(currentTarget.value)}
          />
          <Checkbox
            label={t('registration.loopback')}
            checked={loopback}
            onChange={({ currentTarget }) => setLoopback(currentTarget.checked)}
          />
          <NumberInput
            label={t('registration.count')}
            value={count}
            min={1}
            max={MAX_APPLICATIONS}
            allowDecimal={false}
            error={fault?.detailFor('maxApplications')}
            onChange={setCount}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
