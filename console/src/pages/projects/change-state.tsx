import { Button, Text, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { ApiRequest } from '../../api/client.ts';
import type { paths } from '../../api/document.d.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

interface ChangeStateProps extends Pick<ButtonProps, 'size'> {
  kind: 'project' | 'application';
  of: { name: string; state: string };
  requestOf(action: 'deactivate' | 'reactivate'): ApiRequest<unknown>;
  stale: keyof paths;
}

/** Deactivates what is active, and reactivates what isn't. */
export function ChangeState({ kind, of: { name, state }, requestOf, stale, size = 'sm' }: ChangeStateProps) {
  const [isOpen, setOpen] = useState(false);
  const action = state === 'active' ? 'deactivate' : 'reactivate';
  return (
    <>
      <Button variant="default" size={size} onClick={() => setOpen(true)}>
        {t(action)}
      </Button>
      {isOpen && (
        <ChangeDialog
          title={t(`${action}.title`, { name })}
          confirm={t(action)}
          request={requestOf(action)}
          stale={[stale]}
          done={t('saved')}
          onClose={() => setOpen(false)}
        >
          <Text>{t(`${action}.${kind}.text`)}</Text>
        </ChangeDialog>
      )}
    </>
  );
}
