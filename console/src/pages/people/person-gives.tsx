// Gives a person roles and groups, from the page of the person.
import { MultiSelect, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import type { components, paths } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import { AccountSelect } from '../../components/account-select.tsx';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const LIMIT = 200;
const PROJECTS = '/admin/v1/organizations/{orgId}/projects';
const STALE: ReadonlyArray<keyof paths> = [
  '/admin/v1/organizations/{orgId}/people/{userId}/roles',
  '/admin/v1/organizations/{orgId}/people/{userId}/groups',
];
type RoleName = components['schemas']['NewMemberBody']['role'];

/** In the order of how often they are given. */
const ROLE_NAMES = [
  'ORG_USER_MANAGER',
  'ORG_OWNER_VIEWER',
  'ORG_OWNER',
  'ORG_ADMIN_IMPERSONATOR',
  'ORG_END_USER_IMPERSONATOR',
] as const satisfies readonly RoleName[];

type GiveProps = PersonPlace & { onClose: () => void };

/** A role of administration in the organization. */
export function GiveMemberRole({ orgId, userId, onClose }: GiveProps) {
  const [role, setRole] = useState<(typeof ROLE_NAMES)[number]>(ROLE_NAMES[0]);
  return (
    <ChangeDialog
      title={t('roles.add')}
      confirm={t('roles.add.confirm')}
      request={apiRequest('post', '/admin/v1/organizations/{orgId}/members', { path: { orgId }, body: { userId, role } })}
      stale={STALE}
      done={t('roles.added')}
      onClose={onClose}
    >
      {(fault) => (
        <Select
          autoFocus
          data-autofocus
          label={t('roles.role')}
          data={[...ROLE_NAMES]}
          value={role}
          allowDeselect={false}
          error={fault?.detailFor('role')}
          onChange={(value) => setRole(value as typeof role)}
        />
      )}
    </ChangeDialog>
  );
}

/** Roles of a project of the organization. */
export function GiveProjectRoles({ orgId, userId, onClose }: GiveProps) {
  const [projectId, setProject] = useState<string | null>(null);
  const [roleKeys, setRoleKeys] = useState<string[]>([]);
  const projects = useQuery(reading(PROJECTS, { path: { orgId }, query: { limit: LIMIT, sort: 'name' } }));
  const place = { orgId, projectId: projectId ?? '' };
  const roles = useQuery({
    ...reading(`${PROJECTS}/{projectId}/roles`, { path: place, query: { limit: LIMIT, sort: 'key' } }),
    enabled: projectId !== null,
  });
  return (
    <ChangeDialog
      title={t('roles.projects.add')}
      confirm={t('roles.add.confirm')}
      request={apiRequest('post', `${PROJECTS}/{projectId}/authorizations`, { path: place, body: { holderId: userId, roleKeys } })}
      stale={STALE}
      done={t('roles.added')}
      isReady={projectId !== null && roleKeys.length > 0}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <Select
            autoFocus
            data-autofocus
            label={t('roles.projectLabel')}
            searchable
            data={(projects.data?.data.projects ?? []).map((one) => ({ value: one.projectId, label: one.name }))}
            value={projectId}
            nothingFoundMessage={t('roles.nothing')}
            onChange={(value) => {
              setProject(value);
              setRoleKeys([]);
            }}
          />
          <MultiSelect
            label={t('roles.roles')}
            searchable
            disabled={projectId === null}
            data={(roles.data?.data.roles ?? []).map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }))}
            value={roleKeys}
            nothingFoundMessage={t('roles.nothing')}
            error={fault?.detailFor('roleKeys')}
            onChange={setRoleKeys}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}

export function AddToGroup({ orgId, userId, onClose }: GiveProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const groupId = chosen[0] ?? '';
  return (
    <ChangeDialog
      title={t('groups.add')}
      confirm={t('groups.add.confirm')}
      request={apiRequest('post', '/admin/v1/organizations/{orgId}/groups/{groupId}/members', {
        path: { orgId, groupId },
        body: { memberIds: [userId] },
      })}
      stale={STALE}
      done={t('groups.added')}
      isReady={groupId !== ''}
      onClose={onClose}
    >
      {(fault) => (
        <AccountSelect
          orgId={orgId}
          label={t('groups.group')}
          kinds={['group']}
          maxValues={1}
          value={chosen}
          error={fault?.detailFor('memberIds')}
          onChange={setChosen}
        />
      )}
    </ChangeDialog>
  );
}

/** Which of them the signed-in person may do. */
export function useMayGive(orgId: string) {
  const may = useMay({ orgId });
  return { memberRole: may('member.write'), projectRole: may('authorization.write') && may('project.read'), group: may('group.write') };
}
