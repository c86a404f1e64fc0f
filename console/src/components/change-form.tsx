// A form on a page that changes something that others may change meanwhile: it sends the version it began with, and asks what to do if that is old.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { CHANGED_MEANWHILE, useChange } from '../api/changing.ts';
import type { ApiRequest, Versioned } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import type { ApiFault } from '../api/fault.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announce } from './announcements.tsx';
import { CopyRequest } from './copy-request.tsx';
import { Fault } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);

export interface ChangeFormProps<T> {
  request: ApiRequest<T>;
  /** Of the version that the fields began with. */
  etag: string | undefined;
  stale: ReadonlyArray<keyof paths>;
  done: string;
  onDone?(answer: Versioned<T>): void;
  /** Puts the fields back to what the service has. */
  onDiscard(): void;
  /** Who changed it, and what, as a sentence; read when the form is out of date. */
  lastChange?(): Promise<string | undefined>;
  /** Whether anything was changed. */
  isChanged: boolean;
  children: (fault: ApiFault | null) => ReactNode;
}

export function ChangeForm<T>({ request, etag, stale, done, onDone, onDiscard, lastChange, isChanged, children }: ChangeFormProps<T>) {
  const [by, setBy] = useState<string>();
  const change = useChange<T>(stale, (answer) => {
    announce(done);
    onDone?.(answer);
  });
  const isOld = change.error?.status === CHANGED_MEANWHILE;
  const send = (version: string | undefined) =>
    change.mutate(
      { request, etag: version },
      { onError: ({ status }) => void (status === CHANGED_MEANWHILE && lastChange?.().then(setBy, () => undefined)) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !change.isPending) send(etag);
  };
  const discard = () => {
    change.reset();
    onDiscard();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children(change.error)}
        {change.error && !isOld && <Fault error={change.error} />}
        <Group gap="xs">
          <Button type="submit" disabled={!isChanged} loading={change.isPending}>
            {t('save')}
          </Button>
          {isChanged && (
            <Button variant="default" onClick={discard}>
              {t('discard')}
            </Button>
          )}
          <CopyRequest request={request} />
        </Group>
      </Stack>
      <Modal opened={isOld} onClose={change.reset} title={t('conflict.title')} closeButtonProps={{ 'aria-label': t('close') }}>
        <Stack>
          <Text>{by ?? t('conflict.text')}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={change.reset}>
              {t('conflict.show')}
            </Button>
            <Button variant="default" onClick={discard}>
              {t('conflict.discard')}
            </Button>
            <Button color="danger" onClick={() => send(undefined)} loading={change.isPending}>
              {t('conflict.overwrite')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </form>
  );
}
