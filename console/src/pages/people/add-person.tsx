// Adds a person, who is invited by mail or gets a temporary password.
import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest, sendRequest } from '../../api/client.ts';
import { announce } from '../../components/announcements.tsx';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { textsOf } from '../../texts/texts.ts';
import { newPassword } from './new-password.ts';
import { PEOPLE } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
type Start = 'invite' | 'password';

export function AddPerson({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [fields, setFields] = useState({ givenName: '', familyName: '', email: '', userName: '' });
  const [start, setStart] = useState<Start>('invite');
  const [password] = useState(newPassword);
  const { givenName, familyName, email } = fields;
  const userName = fields.userName || email;
  const body = {
    userName,
    givenName,
    familyName,
    emails: [{ value: email, primary: true }],
    ...(start === 'password' && { password, passwordChangeRequired: true }),
  };
  const field = (name: keyof typeof fields) => ({
    label: t(name),
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: currentTarget.value }),
  });
  const openPerson = async (userId: string) => {
    void navigate({ to: '/orgs/$orgId/people/$userId', params: { orgId, userId } });
    if (start === 'invite')
      await sendRequest(apiRequest('post', '/admin/v1/organizations/{orgId}/people/{userId}/_invite', { path: { orgId, userId } })).then(
        () => announce(t('invite.done', { email })),
        () => announce(t('invite.failed')),
      );
  };
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', PEOPLE, { path: { orgId }, body })}
      stale={[PEOPLE, '/admin/v1/organizations/{orgId}/statistics']}
      done={t('add.done', { name: `${givenName} ${familyName}` })}
      isReady={givenName !== '' && familyName !== '' && email !== ''}
      onClose={onClose}
      onDone={({ data }) => void openPerson(data.userId)}
    >
      {(fault) => (
        <Stack gap="sm">
          <Group grow align="start">
            <TextInput autoFocus data-autofocus autoComplete="off" {...field('givenName')} error={fault?.detailFor('givenName')} />
            <TextInput autoComplete="off" {...field('familyName')} error={fault?.detailFor('familyName')} />
          </Group>
          <TextInput type="email" autoComplete="off" {...field('email')} error={fault?.detailFor('emails')} />
          <TextInput
            autoComplete="off"
            {...field('userName')}
            placeholder={email}
            description={t('userName.hint')}
            error={fault?.detailFor('userName')}
          />
          <Radio.Group label={t('start')} value={start} onChange={(value) => setStart(value as Start)}>
            <Stack gap="xs" mt="xs">
              <Radio value="invite" label={t('start.invite')} />
              <Radio value="password" label={t('start.password')} />
            </Stack>
          </Radio.Group>
          {start === 'password' && <CopyValue name={t('password')} value={password} />}
        </Stack>
      )}
    </ChangeDialog>
  );
}
