// A form on a page that changes something that others may change meanwhile: it sends the version it began with, and asks what to do if that is old.
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { CHANGED_MEANWHILE, useChange } from '../api/changing.ts';
import type { ApiRequest } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import type { ApiFault } from '../api/fault.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announceChange } from './announce-change.ts';
import { ConflictModal } from './conflict.tsx';
import { CopyRequest } from './copy-request.tsx';
import type { Edited } from './edited.ts';
import { Fault } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);

export interface ChangeFormProps<T> {
  request: ApiRequest<T>;
  edited: Pick<Edited<T, unknown>, 'base' | 'send' | 'begin' | 'discard' | 'valuesOf'> & { changed: readonly string[] };
  stale: ReadonlyArray<keyof paths>;
  done: string;
  children: (fault: ApiFault | null) => ReactNode;
}

export function ChangeForm<T>({ request, edited, stale, done, children }: ChangeFormProps<T>) {
  const change = useChange<T>(stale, (answer) => {
    announceChange(done, [request], stale);
    edited.begin(answer);
  });
  const isChanged = edited.changed.length > 0;
  const isOld = change.error?.status === CHANGED_MEANWHILE;
  const send = (etag: string | undefined) => {
    edited.send();
    change.mutate({ request, etag });
  };
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
      {isOld && (
        <ConflictModal
          request={request}
          before={edited.base.data}
          valuesOf={edited.valuesOf}
          isSending={change.isPending}
          onOverwrite={send}
          onDiscard={discard}
          onBack={change.reset}
        />
      )}
    </form>
  );
}
