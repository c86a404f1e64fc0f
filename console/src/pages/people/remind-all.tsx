// Reminds everyone whose last invitation was sent before a time, a hundred people by a request.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refresh } from '../../api/changing.ts';
import { apiRequest, type ApiRequest } from '../../api/client.ts';
import type { components, paths } from '../../api/document.d.ts';
import type { ApiFault } from '../../api/fault.ts';
import { announce } from '../../components/announcements.tsx';
import { CopyRequest } from '../../components/copy-request.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { textsOf } from '../../texts/texts.ts';
import { INVITATIONS } from './invitation.ts';
import { sendPatiently } from './patient.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

type Reminded = components['schemas']['Reminded'];

interface RemindAllProps {
  orgId: string;
  title: string;
  /** ISO 8601. */
  sentBefore: string;
  /** Routes to read again afterwards. */
  stale: ReadonlyArray<keyof paths>;
  onClose(): void;
}

export function RemindAll({ orgId, title, sentBefore, stale, onClose }: RemindAllProps) {
  const request = apiRequest('post', `${INVITATIONS}/_remind`, { path: { orgId }, body: { sentBefore } });
  const [count, setCount] = useState(0);
  const isCancelled = useRef(false);
  const close = () => {
    isCancelled.current = true;
    onClose();
  };
  const { mutate, isPending, error } = useMutation<number, ApiFault>({
    mutationFn: () => remindAll(request, setCount, () => isCancelled.current),
    onSuccess: (total) => {
      close();
      announce(t('invitations.remindAll.done', { count: total }));
    },
    onSettled: () => refresh(stale),
  });
  return (
    <Dialog opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('bulk.close') }}>
      <Stack>
        <Text>{t('invitations.remindAll.text')}</Text>
        {count > 0 && <Text role="status">{t('invitations.remindAll.done', { count })}</Text>}
        {error && <Fault error={error} />}
        <Group justify="space-between">
          <CopyRequest request={request} />
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              {t('bulk.cancel')}
            </Button>
            <Button loading={isPending} onClick={() => mutate()}>
              {title}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** @param onProgress gets how many were reminded so far @returns how many were reminded */
async function remindAll(request: ApiRequest<Reminded>, onProgress: (count: number) => void, isCancelled: () => boolean): Promise<number> {
  const reminded = new Set<string>();
  let hasMore = true;
  while (hasMore && !isCancelled()) {
    const before = reminded.size;
    const { userIds, more } = (await sendPatiently(request)).data;
    for (const userId of userIds) reminded.add(userId);
    onProgress(reminded.size);
    // Ends also where the service can't remind those who are left.
    hasMore = more && reminded.size > before;
  }
  return reminded.size;
}
