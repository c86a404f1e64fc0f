// A picture with the buttons that replace and remove it.
import { Button, FileButton, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CHANGED_MEANWHILE, useChange } from '../api/changing.ts';
import type { ApiRequest, Versioned } from '../api/client.ts';
import { FILE_CONTENT } from '../api/copyable.ts';
import type { paths } from '../api/document.d.ts';
import { readBefore } from '../api/versions.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announce } from './announcements.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { ConflictModal } from './conflict.tsx';
import { CopyRequest } from './copy-request.tsx';
import { Fault } from './fault.tsx';

const t = textsOf<typeof en>(SHELL);
const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml';

export interface PictureChanges {
  /** Which picture: the buttons of several pictures on a page are told apart by it. */
  name: string;
  /** @param content in base64 */
  uploadOf(content: string): ApiRequest<unknown>;
  /** Undefined while there is no picture to remove. */
  removal: ApiRequest<unknown> | undefined;
  /** Routes to read again afterwards. */
  stale: ReadonlyArray<keyof paths>;
  /** Said when the picture was replaced, and when it was removed. */
  done: string;
  removed: string;
  /** What a removal does. */
  children: ReactNode;
}

/** A file that was chosen, with what the page showed then. */
interface Chosen {
  request: ApiRequest<unknown>;
  before: Versioned<object> | undefined;
}

export function ChangePicture({ name, uploadOf, removal, stale, done, removed, children }: PictureChanges) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const upload = useChange(stale, () => announce(done));
  const isOld = upload.error?.status === CHANGED_MEANWHILE;
  const send = async (file: File | null) => {
    if (file === null) return;
    const request = uploadOf(await base64Of(file));
    const before = readBefore(request);
    setChosen({ request, before });
    upload.mutate({ request, etag: before?.etag });
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
        <CopyRequest request={uploadOf(FILE_CONTENT)} of={name} />
      </Group>
      {upload.error && !isOld && <Fault error={upload.error} />}
      {isOld && chosen && (
        <ConflictModal
          request={chosen.request}
          before={chosen.before?.data}
          isSending={upload.isPending}
          onOverwrite={(etag) => upload.mutate({ request: chosen.request, etag })}
          onDiscard={upload.reset}
          onBack={upload.reset}
        />
      )}
      {isOpen && removal && (
        <ChangeDialog
          title={t('picture.remove.named', { name })}
          confirm={t('picture.remove')}
          request={removal}
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
