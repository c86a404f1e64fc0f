// A form on a page that changes something that others may change meanwhile: it sends the version it began with, and asks what to do if that is old.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { CHANGED_MEANWHILE, useChange } from '../api/changing.ts';
import type { ApiRequest } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import type { ApiFault } from '../api/fault.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announce } from './announcements.tsx';
import { CopyRequest } from './copy-request.tsx';
import type { Edited } from './edited.ts';
import { Fault } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);

export interface ChangeFormProps<T> {
  request: ApiRequest<T>;
  edited: Pick<Edited<T, unknown>, 'base' | 'begin' | 'discard'> & { changed: readonly string[] };
  stale: ReadonlyArray<keyof paths>;
  done: string;
  /** Who changed it, and what, as a sentence; read when the form is out of date. */
  lastChange?(): Promise<string | undefined>;
  children: (fault: ApiFault | null) => ReactNode;
}

export function ChangeForm<T>({ request, edited, stale, done, lastChange, children }: ChangeFormProps<T>) {
  const [by, setBy] = useState<string>();
  const change = useChange<T>(stale, (answer) => {
    announce(done);
    edited.begin(answer);
  });
  const isChanged = edited.changed.length > 0;
  const isOld = change.error?.status === CHANGED_MEANWHILE;
  const send = (version: string | undefined) =>
    change.mutate(
      { request, etag: version },
      { onError: ({ status }) => void (status === CHANGED_MEANWHILE && lastChange?.().then(setBy, () => undefined)) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !change.isPending) send(edited.base.etag);
  };
  const discard = () => {
    change.reset();
    edited.discard();
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
