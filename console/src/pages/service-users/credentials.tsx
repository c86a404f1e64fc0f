// What a service user signs in with: secrets, keys and personal access tokens. A new one is shown once.
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest, type ApiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { ClientKeys } from '../../components/client-keys.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ExpiryField, expiryOf } from '../../components/expiry-field.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { SERVICE_USER, type ServiceUserPlace } from './service-user.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service-users');
type Kind = 'secret' | 'token';
const KEYS = `${SERVICE_USER}/keys` as const;

interface Credential {
  id: string;
  createdAt: string;
  expiresAt?: string | undefined;
  lastUsedAt?: string | undefined;
}

interface Added {
  kind: Kind;
  value: string;
}

interface CredentialsProps extends ServiceUserPlace {
  canChange: boolean;
  /** Its profile allows neither secrets nor tokens, so neither is offered. */
  isKeysOnly: boolean;
}

export function Credentials({ canChange, isKeysOnly, ...path }: CredentialsProps) {
  const [adding, setAdding] = useState<Kind>();
  const [added, setAdded] = useState<Added>();
  const [removed, setRemoved] = useState<{ kind: Kind; id: string }>();
  const secrets = useQuery(reading(`${SERVICE_USER}/secrets`, { path }));
  const keys = useQuery(reading(KEYS, { path }));
  const tokens = useQuery(reading(`${SERVICE_USER}/personal-access-tokens`, { path }));
  const lists = {
    secret: secrets.data?.data.secrets.map(({ secretId, ...times }) => ({ id: secretId, ...times })),
    token: tokens.data?.data.personalAccessTokens.map(({ tokenId, ...times }) => ({ id: tokenId, ...times })),
  };
  const faults = { secret: secrets.error, token: tokens.error };
  const removals: Record<Kind, (id: string) => ApiRequest<unknown>> = {
    secret: (secretId) => apiRequest('delete', `${SERVICE_USER}/secrets/{secretId}`, { path: { ...path, secretId } }),
    token: (tokenId) => apiRequest('delete', `${SERVICE_USER}/personal-access-tokens/{tokenId}`, { path: { ...path, tokenId } }),
  };
  return (
    <>
      {(['secret', 'token'] as const).map((kind) => (
        <Section
          key={kind}
          title={t(`credentials.${kind}`)}
          actions={
            canChange &&
            !isKeysOnly && (
              <Button variant="default" size="xs" onClick={() => setAdding(kind)}>
                {t(`credentials.${kind}.add`)}
              </Button>
            )
          }
        >
          {faults[kind] && <Fault error={faults[kind]} />}
          <CredentialList kind={kind} items={lists[kind]} {...(canChange && { onRemove: (id: string) => setRemoved({ kind, id }) })} />
        </Section>
      ))}
      <ClientKeys
        keys={keys.data?.data.keys}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        canChange={canChange}
        stale={KEYS}
        addRequest={(body) => apiRequest('post', KEYS, { path, body })}
        removeRequest={(keyId) => apiRequest('delete', `${KEYS}/{keyId}`, { path: { ...path, keyId } })}
      />
      {adding === 'secret' && (
        <AddSecret path={path} onClose={() => setAdding(undefined)} onAdded={(value) => setAdded({ kind: 'secret', value })} />
      )}
      {adding === 'token' && (
        <AddToken path={path} onClose={() => setAdding(undefined)} onAdded={(value) => setAdded({ kind: 'token', value })} />
      )}
      {added && <ShownOnce added={added} onClose={() => setAdded(undefined)} />}
      {removed && (
        <ChangeDialog
          title={t('credentials.remove')}
          confirm={t('credentials.remove')}
          request={removals[removed.kind](removed.id)}
          stale={[SERVICE_USER]}
          done={t('credentials.removed')}
          isDanger
          onClose={() => setRemoved(undefined)}
        >
          {t('credentials.remove.text')}
        </ChangeDialog>
      )}
    </>
  );
}

interface CredentialListProps {
  kind: Kind;
  items: readonly Credential[] | undefined;
  onRemove?: (id: string) => void;
}

function CredentialList({ kind, items, onRemove }: CredentialListProps) {
  return (
    <ItemList
      empty={t(`credentials.${kind}.none`)}
      items={items?.map(({ id, createdAt, expiresAt, lastUsedAt }) => ({
        key: id,
        title: <bdi>{id}</bdi>,
        text: (
          <>
            {t('createdAt')} <When at={createdAt} />
            {expiresAt !== undefined && (
              <>
                {' · '}
                {t('expiresAt')} <When at={expiresAt} />
              </>
            )}
            {lastUsedAt !== undefined && (
              <>
                {' · '}
                {t('lastUsedAt')} <When at={lastUsedAt} />
              </>
            )}
          </>
        ),
        action: onRemove && (
          <Button variant="subtle" size="xs" onClick={() => onRemove(id)} aria-label={t('credentials.remove.named', { name: id })}>
            {t('credentials.remove')}
          </Button>
        ),
      }))}
    />
  );
}

interface AddProps {
  path: ServiceUserPlace;
  onClose(): void;
  onAdded(value: string): void;
}

function AddSecret({ path, onClose, onAdded }: AddProps) {
  const [day, setDay] = useState('');
  return (
    <ChangeDialog
      title={t('credentials.secret.add')}
      confirm={t('credentials.create')}
      request={apiRequest('post', `${SERVICE_USER}/secrets`, { path, body: expiryOf(day) })}
      stale={[SERVICE_USER]}
      done={t('credentials.secret.added')}
      onClose={onClose}
      onDone={({ data }) => onAdded(data.clientSecret)}
    >
      {(fault) => <ExpiryField value={day} error={fault?.detailFor('expiresAt')} onChange={setDay} />}
    </ChangeDialog>
  );
}

function AddToken({ path, onClose, onAdded }: AddProps) {
  const [day, setDay] = useState('');
  const [scope, setScope] = useState('');
  const body = { ...expiryOf(day), ...(scope !== '' && { scope }) };
  return (
    <ChangeDialog
      title={t('credentials.token.add')}
      confirm={t('credentials.create')}
      request={apiRequest('post', `${SERVICE_USER}/personal-access-tokens`, { path, body })}
      stale={[SERVICE_USER]}
      done={t('credentials.token.added')}
      onClose={onClose}
      onDone={({ data }) => onAdded(data.token)}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('scope')} description={t('scope.hint')} value={scope} error={fault?.detailFor('scope')} onType={setScope} />
          <ExpiryField value={day} error={fault?.detailFor('expiresAt')} onChange={setDay} />
        </Stack>
      )}
    </ChangeDialog>
  );
}

function ShownOnce({ added: { kind, value }, onClose }: { added: Added; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(`credentials.${kind}`)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack>
        <Text>{t('credentials.once')}</Text>
        <CopyValue name={t(`credentials.${kind}`)} value={value} />
        <Button onClick={onClose}>{t('credentials.kept')}</Button>
      </Stack>
    </Dialog>
  );
}
