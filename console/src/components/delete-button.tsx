// Deletes what a page shows, once its name was typed, and leaves the page.
import { Button, Text, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { refresh } from '../api/changing.ts';
import type { ApiRequest } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import { ChangeDialog } from './change-dialog.tsx';

interface DeleteButtonProps extends Pick<ButtonProps, 'size'> {
  label: string;
  /** To be typed. */
  name: string;
  title: string;
  text: string;
  done: string;
  request: ApiRequest<unknown>;
  /** Where it was listed or counted: read again after the page was left, because what is gone can't be read. */
  stale: ReadonlyArray<keyof paths>;
  /** Leaves the page. */
  onDone(): Promise<void>;
}

export function DeleteButton({ label, name, title, text, done, request, stale, onDone, size = 'sm' }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ChangeDialog
          title={title}
          confirm={label}
          request={request}
          stale={[]}
          done={done}
          isDanger
          nameToType={name}
          onClose={() => setOpen(false)}
          onDone={() => void onDone().then(() => refresh(stale))}
        >
          <Text>{text}</Text>
        </ChangeDialog>
      )}
    </>
  );
}
