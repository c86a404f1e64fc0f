// Deactivates an active organization, and reactivates a deactivated one.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ORGANIZATION, ORGANIZATIONS, type Organization } from './organization.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('organizations');

/** What a change of the state of an organization is. */
export const actionOn = ({ state }: Organization): 'deactivate' | 'reactivate' => (state === 'active' ? 'deactivate' : 'reactivate');

/** Rendered while it is open. */
export function StateDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  // Another administrator may change the state while the dialog is open.
  const [action] = useState(() => actionOn(organization));
  const { orgId, name } = organization;
  return (
    <ChangeDialog
      title={t(`${action}.named`, { name })}
      confirm={t(action)}
      request={apiRequest('post', `${ORGANIZATION}/_${action}`, { path: { orgId } })}
      stale={[ORGANIZATIONS]}
      done={t(`${action}.done`, { name })}
      isDanger={action === 'deactivate'}
      {...(action === 'deactivate' && { nameToType: name })}
      onClose={onClose}
    >
      <Text>{t(`${action}.text`)}</Text>
    </ChangeDialog>
  );
}
