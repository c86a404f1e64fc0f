// A dialog that sends one change: what it does, its fields if it has any, and the answer if it was refused.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { CHANGED_MEANWHILE, useChange } from '../api/changing.ts';
import type { ApiRequest, Versioned } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import type { ApiFault } from '../api/fault.ts';
import { readBefore } from '../api/versions.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announceChange } from './announce-change.ts';
import { Conflict } from './conflict.tsx';
import { CopyRequest } from './copy-request.tsx';
import { Dialog } from './dialog.tsx';
import { Fault } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);

export interface ChangeDialogProps<T> {
  title: string;
  /** The words of the button that sends the change. */
  confirm: string;
  request: ApiRequest<T>;
  /** Routes to read again afterwards. */
  stale: ReadonlyArray<keyof paths>;
  /** Said when it is done. */
  done: string;
  onClose(): void;
  onDone?(answer: Versioned<T>): void;
  /** For what can't be undone: the button is red. */
  isDanger?: boolean;
  /** The name that must be typed first. */
  nameToType?: string;
  /** Whether the fields are complete. */
  isReady?: boolean;
  /** Text, and fields with their faults. */
  children: ReactNode | ((fault: ApiFault | null) => ReactNode);
}

/** Rendered while it is open. */
export function ChangeDialog<T>(props: ChangeDialogProps<T>) {
  const { title, confirm, request, stale, done, onClose, onDone, isDanger = false, nameToType, isReady = true, children } = props;
  const [typed, setTyped] = useState('');
  // The version that the person decided on, whatever is read while the dialog is open.
  const [before] = useState(() => readBefore(request));
  const change = useChange<T>(stale, (answer) => {
    announceChange(done, [request], stale);
    onClose();
    onDone?.(answer);
  });
  const isNamed = nameToType === undefined || typed.trim() === nameToType.trim();
  const isOld = change.error?.status === CHANGED_MEANWHILE;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isNamed && isReady && !change.isPending) change.mutate({ request, etag: before?.etag });
  };
  return (
    <Dialog opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <form onSubmit={submit}>
        <Stack>
          {typeof children === 'function' ? children(change.error) : children}
          {nameToType !== undefined && (
            <TextInput
              autoFocus
              data-autofocus
              label={t('typeName', { name: nameToType })}
              value={typed}
              autoComplete="off"
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {change.error && !isOld && <Fault error={change.error} />}
          {isOld ? (
            <Conflict
              request={request}
              before={before?.data}
              isSending={change.isPending}
              onOverwrite={(etag) => change.mutate({ request, etag })}
              onDiscard={onClose}
              onBack={change.reset}
            />
          ) : (
            <Group justify="space-between">
              <CopyRequest request={request} />
              <Group gap="xs">
                <Button variant="default" onClick={onClose}>
                  {t('cancel')}
                </Button>
                <Button type="submit" {...(isDanger && { color: 'danger' })} disabled={!isNamed || !isReady} loading={change.isPending}>
                  {confirm}
                </Button>
              </Group>
            </Group>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
