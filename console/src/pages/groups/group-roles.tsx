// The roles that a group gives its members: of administration, and of projects.
import { Button, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { GroupPlace } from './group.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('groups');
const ROLES = '/admin/v1/organizations/{orgId}/groups/{groupId}/roles';
const LIMIT = 200;
type GroupRole = components['schemas']['GroupRole'];
type RoleName = components['schemas']['GroupRoleBody']['role'];

/** In the order of how often they are given. */
const ROLE_NAMES = [
  'ORG_USER_MANAGER',
  'ORG_OWNER_VIEWER',
  'ORG_OWNER',
  'PROJECT_OWNER',
  'PROJECT_GRANT_OWNER',
  'ORG_ADMIN_IMPERSONATOR',
  'ORG_END_USER_IMPERSONATOR',
] as const satisfies readonly RoleName[];

export function GroupRoles({ orgId, groupId }: GroupPlace) {
  const may = useMay({ orgId });
  const roles = useQuery(reading(ROLES, { path: { orgId, groupId }, query: { limit: LIMIT } }));
  const authorizations = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/authorizations', { path: { orgId }, query: { limit: LIMIT, holderId: groupId } }),
    enabled: may('authorization.read'),
  });
  const projects = useProjects(orgId);
  const nameOfProject = (id: string) => projects.find(({ value }) => value === id)?.label ?? id;
  const [change, setChange] = useState<'add' | GroupRole>();
  const canChange = may('member.write');
  const close = () => setChange(undefined);
  return (
    <Stack>
      <Section
        title={t('roles.administration')}
        actions={
          canChange && (
            <Button variant="default" size="xs" onClick={() => setChange('add')}>
              {t('roles.add')}
            </Button>
          )
        }
      >
        {roles.error && <Fault error={roles.error} onRetry={() => void roles.refetch()} />}
        <ItemList
          empty={t('roles.none')}
          items={roles.data?.data.roles.map((one) => ({
            key: [one.role, one.projectId, one.grantId].join(' '),
            title: isNamed(one.role) ? t(`role.${one.role}`) : one.role,
            text: one.projectId === undefined ? one.role : <bdi>{nameOfProject(one.projectId)}</bdi>,
            action: canChange && (
              <Button variant="subtle" size="xs" aria-label={t('roles.remove.named', { name: one.role })} onClick={() => setChange(one)}>
                {t('roles.remove')}
              </Button>
            ),
          }))}
        />
      </Section>
      {may('authorization.read') && (
        <Section title={t('roles.projects')}>
          {authorizations.error && <Fault error={authorizations.error} onRetry={() => void authorizations.refetch()} />}
          <ItemList
            empty={t('roles.projects.none')}
            items={authorizations.data?.data.authorizations.map(({ authorizationId, projectId, roleKeys }) => ({
              key: authorizationId,
              title: <bdi>{roleKeys.join(', ')}</bdi>,
              text: <bdi>{nameOfProject(projectId)}</bdi>,
            }))}
          />
        </Section>
      )}
      {change === 'add' && <AddRole orgId={orgId} groupId={groupId} onClose={close} />}
      {typeof change === 'object' && (
        <ChangeDialog
          title={t('roles.remove.named', { name: change.role })}
          confirm={t('roles.remove')}
          request={apiRequest('delete', `${ROLES}/{role}`, {
            path: { orgId, groupId, role: change.role as RoleName },
            query: {
              ...(change.projectId !== undefined && { projectId: change.projectId }),
              ...(change.grantId !== undefined && { grantId: change.grantId }),
            },
          })}
          stale={[ROLES]}
          done={t('roles.removed')}
          isDanger
          onClose={close}
        >
          {t('roles.remove.text')}
        </ChangeDialog>
      )}
    </Stack>
  );
}

function isNamed(role: string): role is RoleName {
  return (ROLE_NAMES as readonly string[]).includes(role);
}

function useProjects(orgId: string, isNeeded = true): Array<{ value: string; label: string }> {
  const may = useMay({ orgId });
  const { data } = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/projects', { path: { orgId }, query: { limit: LIMIT, sort: 'name' } }),
    enabled: isNeeded && may('project.read'),
  });
  return (data?.data.projects ?? []).map(({ projectId, name }) => ({ value: projectId, label: name }));
}

function AddRole({ orgId, groupId, onClose }: GroupPlace & { onClose: () => void }) {
  const [role, setRole] = useState<RoleName>('ORG_USER_MANAGER');
  const [within, setWithin] = useState<string | null>(null);
  const projects = useProjects(orgId);
  const isOfGrant = role === 'PROJECT_GRANT_OWNER';
  const grants = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/granted-projects', { path: { orgId }, query: { limit: LIMIT } }),
    enabled: isOfGrant,
  });
  const isOfProject = role === 'PROJECT_OWNER';
  const body = {
    role,
    ...(isOfProject && within !== null && { projectId: within }),
    ...(isOfGrant && within !== null && { grantId: within }),
  };
  return (
    <ChangeDialog
      title={t('roles.add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', ROLES, { path: { orgId, groupId }, body })}
      stale={[ROLES]}
      done={t('roles.added')}
      isReady={(!isOfProject && !isOfGrant) || within !== null}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <Select
            autoFocus
            data-autofocus
            label={t('role')}
            data={ROLE_NAMES.map((value) => ({ value, label: t(`role.${value}`) }))}
            value={role}
            allowDeselect={false}
            error={fault?.detailFor('role')}
            onChange={(value) => {
              setRole(value as RoleName);
              setWithin(null);
            }}
          />
          {(isOfProject || isOfGrant) && (
            <Select
              label={t('role.project')}
              searchable
              data={
                isOfProject
                  ? projects
                  : (grants.data?.data.grants ?? []).map(({ grantId, projectName }) => ({ value: grantId, label: projectName }))
              }
              value={within}
              onChange={setWithin}
              nothingFoundMessage={t('role.project.none')}
              error={fault?.detailFor(isOfProject ? 'projectId' : 'grantId')}
            />
          )}
        </Stack>
      )}
    </ChangeDialog>
  );
}
