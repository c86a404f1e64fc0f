// The keys that a program signs its requests for tokens with, of a service user or an application.
import { Alert, Button, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ApiRequest } from '../api/client.ts';
import type { components, paths } from '../api/document.d.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { ExpiryField, expiryOf } from './expiry-field.tsx';
import { Fault } from './fault.tsx';
import { ItemList } from './item-list.tsx';
import { saveFile } from './save-file.ts';
import { Section } from './section.tsx';
import { When } from './when.tsx';

const t = textsOf<typeof en>(SHELL);

type ClientKey = components['schemas']['ClientKey'];
type NewKeyBody = components['schemas']['NewClientKeyBody'];
type NewKey = components['schemas']['NewClientKey'];
type KeyFile = components['schemas']['KeyFile'];

interface ClientKeysProps {
  /** Undefined while they are read. */
  keys: readonly ClientKey[] | undefined;
  error: Error | null;
  onRetry(): void;
  canChange: boolean;
  /** The route of the list: it is read again after a change. */
  stale: keyof paths;
  addRequest: (body: NewKeyBody) => ApiRequest<NewKey>;
  removeRequest: (keyId: string) => ApiRequest<unknown>;
}

export function ClientKeys({ keys, error, onRetry, canChange, stale, addRequest, removeRequest }: ClientKeysProps) {
  const [open, setOpen] = useState<'add' | { remove: string }>();
  const [file, setFile] = useState<KeyFile>();
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t('keys')}
      actions={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setOpen('add')}>
            {t('keys.add')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Text c="dimmed">{t('keys.text')}</Text>
        {error && <Fault error={error} onRetry={onRetry} />}
        <ItemList
          empty={t('keys.none')}
          items={keys?.map(({ keyId, createdAt, expiresAt }) => ({
            key: keyId,
            title: <bdi>{keyId}</bdi>,
            text: <Times createdAt={createdAt} expiresAt={expiresAt} />,
            action: canChange && (
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('keys.remove.named', { name: keyId })}
                onClick={() => setOpen({ remove: keyId })}
              >
                {t('remove')}
              </Button>
            ),
          }))}
        />
      </Stack>
      {open === 'add' && <AddKey stale={stale} requestOf={addRequest} onClose={close} onFile={setFile} />}
      {file && <KeyFileDialog file={file} onClose={() => setFile(undefined)} />}
      {typeof open === 'object' && (
        <ChangeDialog
          title={t('keys.remove')}
          confirm={t('remove')}
          request={removeRequest(open.remove)}
          stale={[stale]}
          done={t('keys.removed')}
          isDanger
          onClose={close}
        >
          {t('keys.remove.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

function Times({ createdAt, expiresAt }: { createdAt: string; expiresAt: string | undefined }) {
  return (
    <>
      {t('keys.createdAt')} <When at={createdAt} />
      {expiresAt !== undefined && (
        <>
          {' · '}
          {t('expiresAt')} <When at={expiresAt} />
        </>
      )}
    </>
  );
}

interface AddKeyProps {
  stale: keyof paths;
  requestOf: (body: NewKeyBody) => ApiRequest<NewKey>;
  onClose(): void;
  onFile(file: KeyFile): void;
}

function AddKey({ stale, requestOf, onClose, onFile }: AddKeyProps) {
  const [origin, setOrigin] = useState<'here' | 'own'>('here');
  const [publicKey, setPublicKey] = useState('');
  const [day, setDay] = useState('');
  return (
    <ChangeDialog
      title={t('keys.add')}
      confirm={t('keys.create')}
      request={requestOf({ ...(origin === 'own' && publicKeyOf(publicKey)), ...expiryOf(day) })}
      stale={[stale]}
      done={t('keys.added')}
      isReady={origin === 'here' || publicKey.trim() !== ''}
      onClose={onClose}
      onDone={({ data: { keyFile } }) => keyFile && onFile(keyFile)}
    >
      {(fault) => (
        <Stack gap="sm">
          <Radio.Group label={t('keys.origin')} value={origin} onChange={(value) => setOrigin(value as 'here')}>
            <Stack gap="xs" mt="xs">
              <Radio value="here" label={t('keys.origin.here')} description={t('keys.origin.here.text')} />
              <Radio value="own" label={t('keys.origin.own')} description={t('keys.origin.own.text')} />
            </Stack>
          </Radio.Group>
          {origin === 'own' && (
            <Textarea
              label={t('keys.publicKey')}
              description={t('keys.publicKey.hint')}
              autosize
              minRows={4}
              maxRows={12}
              spellCheck={false}
              value={publicKey}
              error={fault?.detailFor('publicKeyPem') ?? fault?.detailFor('publicKeyJwk')}
              onChange={({ currentTarget }) => setPublicKey(currentTarget.value)}
            />
          )}
          <ExpiryField value={day} error={fault?.detailFor('expiresAt')} onChange={setDay} />
        </Stack>
      )}
    </ChangeDialog>
  );
}

/** A JWK if it is an object in JSON, otherwise PEM, which the service checks. */
function publicKeyOf(text: string): NewKeyBody {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { publicKeyJwk: value as Record<string, unknown> };
  } catch {
    // Not JSON.
  }
  return { publicKeyPem: text.trim() };
}

/** Shown once: it has the private key, which the service does not store. */
function KeyFileDialog({ file, onClose }: { file: KeyFile; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('keys.file')} closeOnClickOutside={false} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Alert>{t('keys.file.text')}</Alert>
        <Button onClick={() => saveFile(`${file.keyId}.json`, [JSON.stringify(file, undefined, 2)], 'application/json')}>
          {t('keys.file.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('keys.file.kept')}
        </Button>
      </Stack>
    </Dialog>
  );
}
