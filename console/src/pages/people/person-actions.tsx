// What administrators do with a person: each action is a dialog that sends one request.
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest, type ApiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { nameOf } from '../../components/name-of.ts';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PEOPLE, PERSON, type PersonDetails } from './person.ts';
import { TemporaryPassword } from './temporary-password.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

type ActionName =
  | 'requireChange'
  | 'invite'
  | 'verify'
  | 'sendVerification'
  | 'lock'
  | 'unlock'
  | 'deactivate'
  | 'reactivate'
  | 'endTokens'
  | 'delete';

interface Action {
  name: ActionName;
  request: ApiRequest<unknown>;
  isOffered: boolean;
  isDanger?: boolean;
  /** Only for what can't be undone. */
  nameToType?: string;
}

export function PersonActions({ person }: { person: PersonDetails }) {
  const [chosen, setChosen] = useState<ActionName | 'password'>();
  const navigate = useNavigate();
  const actions = useActions(person);
  const { orgId } = person;
  const action = actions.find(({ name }) => name === chosen);
  const name = nameOf(person);
  const close = () => setChosen(undefined);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="key" />} onClick={() => setChosen('password')}>
        {t('action.password')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('actions')}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((one) => (
            <Menu.Item key={one.name} {...(one.isDanger && { color: 'danger' })} onClick={() => setChosen(one.name)}>
              {t(`action.${one.name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen === 'password' && <TemporaryPassword person={person} onClose={close} />}
      {action && (
        <ChangeDialog
          title={t(`action.${action.name}`)}
          confirm={t(`action.${action.name}`)}
          request={action.request}
          stale={[PEOPLE]}
          done={t(`action.${action.name}.done`, { name })}
          isDanger={action.isDanger ?? false}
          {...(action.nameToType !== undefined && { nameToType: action.nameToType })}
          onClose={close}
          onDone={() => action.name === 'delete' && void navigate({ to: '/orgs/$orgId/people', params: { orgId } })}
        >
          <Text>{t(`action.${action.name}.text`, { name })}</Text>
        </ChangeDialog>
      )}
    </>
  );
}

/** Those that make sense for the state the person is in. */
function useActions(person: PersonDetails): Action[] {
  const { orgId, userId, state, locked, password, emails } = person;
  const mayVerify = useMay()('user.verify');
  const mayDelete = useMay({ orgId })('user.delete');
  const input = { path: { orgId, userId } };
  const unverified = emails.find(({ verified }) => !verified)?.value;
  const actions: Action[] = [
    { name: 'invite', isOffered: password === null, request: apiRequest('post', `${PERSON}/_invite`, input) },
    { name: 'requireChange', isOffered: password !== null, request: apiRequest('post', `${PERSON}/_require-password-change`, input) },
    { name: 'sendVerification', isOffered: unverified !== undefined, request: apiRequest('post', `${PERSON}/_send-verification`, input) },
    {
      name: 'verify',
      isOffered: unverified !== undefined && mayVerify,
      request: apiRequest('post', `${PERSON}/_verify-email`, { ...input, body: { email: unverified ?? '' } }),
    },
    { name: 'unlock', isOffered: true, request: apiRequest('post', `${PERSON}/_unlock`, input) },
    { name: 'lock', isOffered: !locked, request: apiRequest('post', `${PERSON}/_lock`, input) },
    { name: 'endTokens', isOffered: true, request: apiRequest('delete', `${PERSON}/tokens`, input) },
    { name: 'reactivate', isOffered: state === 'inactive', request: apiRequest('post', `${PERSON}/_reactivate`, input) },
    { name: 'deactivate', isOffered: state === 'active', request: apiRequest('post', `${PERSON}/_deactivate`, input) },
    { name: 'delete', isOffered: mayDelete, isDanger: true, nameToType: nameOf(person), request: apiRequest('delete', PERSON, input) },
  ];
  return actions.filter(({ isOffered }) => isOffered);
}
