import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { MOST, PROJECT_ROLES, ROLE_HOLDERS, type ProjectPlace, type ProjectRole } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
type Open = 'add' | { rename: ProjectRole } | { remove: ProjectRole };

/** The roles that the applications of the project know. */
export function ProjectRoles({ canChange, ...place }: ProjectPlace & { canChange: boolean }) {
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(reading(PROJECT_ROLES, { path: place, query: { limit: MOST, sort: 'key' } }));
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t('roles')}
      actions={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setOpen('add')}>
            {t('roles.add')}
          </Button>
        )
      }
    >
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      <ItemList
        empty={t('roles.none')}
        items={data?.data.roles.map((role) => ({
          key: role.key,
          title: <bdi>{role.name}</bdi>,
          text: <bdi>{[role.key, role.section].filter(Boolean).join(' – ')}</bdi>,
          action: canChange && (
            <Group gap={0} wrap="nowrap">
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('roles.rename.named', { name: role.key })}
                onClick={() => setOpen({ rename: role })}
              >
                {t('roles.rename')}
              </Button>
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('roles.delete.named', { name: role.key })}
                onClick={() => setOpen({ remove: role })}
              >
                {t('delete')}
              </Button>
            </Group>
          ),
        }))}
      />
      {open === 'add' && <AddRole {...place} onClose={close} />}
      {typeof open === 'object' && 'rename' in open && <RenameRole {...place} role={open.rename} onClose={close} />}
      {typeof open === 'object' && 'remove' in open && (
        <ChangeDialog
          title={t('roles.delete.named', { name: open.remove.key })}
          confirm={t('delete')}
          request={apiRequest('delete', `${PROJECT_ROLES}/{key}`, { path: { ...place, key: open.remove.key } })}
          stale={[PROJECT_ROLES, ROLE_HOLDERS]}
          done={t('roles.deleted')}
          isDanger
          nameToType={open.remove.key}
          onClose={close}
        >
          {t('roles.delete.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

function AddRole({ onClose, ...place }: ProjectPlace & { onClose: () => void }) {
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  return (
    <ChangeDialog
      title={t('roles.add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', PROJECT_ROLES, { path: place, body: { key, ...(name !== '' && { name }) } })}
      stale={[PROJECT_ROLES]}
      done={t('roles.added', { name: name || key })}
      isReady={key !== ''}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('role.key')} description={t('role.key.hint')} value={key} error={fault?.detailFor('key')} onType={setKey} />
          <TextInput
            label={t('name')}
            placeholder={key}
            value={name}
            autoComplete="off"
            error={fault?.detailFor('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}

function RenameRole({ role, onClose, ...place }: ProjectPlace & { role: ProjectRole; onClose: () => void }) {
  const [name, setName] = useState(role.name);
  return (
    <ChangeDialog
      title={t('roles.rename.named', { name: role.key })}
      confirm={t('roles.rename')}
      request={apiRequest('patch', `${PROJECT_ROLES}/{key}`, {
        path: { ...place, key: role.key },
        body: { name: name === '' ? null : name },
      })}
      stale={[PROJECT_ROLES]}
      done={t('saved')}
      isReady={name !== role.name}
      onClose={onClose}
    >
      {(fault) => <FirstField label={t('name')} placeholder={role.key} value={name} error={fault?.detailFor('name')} onType={setName} />}
    </ChangeDialog>
  );
}
