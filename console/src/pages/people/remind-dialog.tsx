// Sends invitations again: to one person, to chosen ones, or to all whom the list finds.
import { Text } from '@mantine/core';
import { apiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { textsOf } from '../../texts/texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { STALE_BY_REMINDERS, type OpenInvitation } from './invitation.ts';
import { PERSON } from './person.ts';
import { RemindAll } from './remind-all.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

export type Reminders =
  | { of: 'all'; title: string; sentBefore: string }
  | { of: 'chosen'; people: readonly OpenInvitation[] }
  | { of: 'one'; person: OpenInvitation };

interface RemindDialogProps {
  orgId: string;
  reminders: Reminders;
  onClose(): void;
}

/** Rendered while it is open. */
export function RemindDialog({ orgId, reminders, onClose }: RemindDialogProps) {
  const requestFor = ({ userId }: OpenInvitation) => apiRequest('post', `${PERSON}/_invite`, { path: { orgId, userId } });
  const shared = { stale: STALE_BY_REMINDERS, onClose };
  if (reminders.of === 'all') return <RemindAll orgId={orgId} {...reminders} {...shared} />;
  if (reminders.of === 'chosen')
    return (
      <BulkDialog
        {...shared}
        title={t('invitations.remind')}
        text={t('bulk.text', { count: reminders.people.length })}
        people={reminders.people}
        nameOf={({ userName }) => userName}
        requestFor={requestFor}
      />
    );
  const { userName: name } = reminders.person;
  return (
    <ChangeDialog
      {...shared}
      title={t('invitations.remind.named', { name })}
      confirm={t('invitations.remind')}
      request={requestFor(reminders.person)}
      done={t('invitations.remind.done', { name })}
    >
      <Text>{t('invitations.remind.text', { name })}</Text>
    </ChangeDialog>
  );
}
