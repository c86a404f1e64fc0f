// A picture with the buttons that replace and remove it.
import { Button, FileButton, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChange } from '../api/changing.ts';
import type { ApiRequest } from '../api/client.ts';
import type { paths } from '../api/document.d.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announce } from './announcements.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { Fault } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);
const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml';

interface ChangePictureProps {
  /** Which picture: the buttons of several pictures on a page are told apart by it. */
  name: string;
  /** @param content in base64 */
  uploadOf(content: string): ApiRequest<unknown>;
  /** Undefined while there is no picture to remove. */
  removal: ApiRequest<unknown> | undefined;
  etag?: string | undefined;
  /** Routes to read again afterwards. */
  stale: ReadonlyArray<keyof paths>;
  /** Said when the picture was replaced, and when it was removed. */
  done: string;
  removed: string;
  /** What a removal does. */
  children: ReactNode;
}

export function ChangePicture({ name, uploadOf, removal, etag, stale, done, removed, children }: ChangePictureProps) {
  const [isOpen, setOpen] = useState(false);
  const upload = useChange(stale, () => announce(done));
  const send = async (file: File | null) => {
    if (file !== null) upload.mutate({ request: uploadOf(await base64Of(file)), etag });
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <FileButton disabled={upload.isPending} accept={TYPES} onChange={(file) => void send(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={upload.isPending} aria-label={t('picture.choose.named', { name })}>
              {t('picture.choose')}
            </Button>
          )}
        </FileButton>
        {removal && (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)} aria-label={t('picture.remove.named', { name })}>
            {t('picture.remove')}
          </Button>
        )}
      </Group>
      {upload.error && <Fault error={upload.error} />}
      {isOpen && removal && (
        <ChangeDialog
          title={t('picture.remove.named', { name })}
          confirm={t('picture.remove')}
          request={removal}
          etag={etag}
          stale={stale}
          done={removed}
          onClose={() => setOpen(false)}
        >
          {children}
        </ChangeDialog>
      )}
    </Stack>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
