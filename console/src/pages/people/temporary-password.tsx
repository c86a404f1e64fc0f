// Sets a password that must be changed at the next sign-in. The administrator passes it on, so it is shown, once.
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { nameOf } from '../../components/name-of.ts';
import { textsOf } from '../../texts/texts.ts';
import { newPassword } from './new-password.ts';
import { PEOPLE, PERSON, type PersonDetails } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

export function TemporaryPassword({ person, onClose }: { person: PersonDetails; onClose: () => void }) {
  const { orgId, userId } = person;
  const [password, setPassword] = useState(newPassword);
  return (
    <ChangeDialog
      title={t('action.password')}
      confirm={t('action.password.confirm')}
      request={apiRequest('post', `${PERSON}/_set-temporary-password`, { path: { orgId, userId }, body: { password } })}
      stale={[PEOPLE]}
      done={t('action.password.done', { name: nameOf(person) })}
      isReady={password !== ''}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <Text>{t('action.password.text', { name: nameOf(person) })}</Text>
          <FirstField
            label={t('password.temporary')}
            value={password}
            spellCheck={false}
            error={fault?.detailFor('password')}
            onType={setPassword}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
