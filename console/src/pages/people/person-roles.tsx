import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { reading } from '../../api/reading.ts';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { AddToGroup, GiveMemberRole, GiveProjectRoles, useMayGive } from './person-gives.tsx';
import type { PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

/** What the person may do, and by what: given to the person, or by a group. */
export function PersonRoles({ orgId, userId }: PersonPlace) {
  const path = { orgId, userId };
  const may = useMay({ orgId });
  const mayGive = useMayGive(orgId);
  const [open, setOpen] = useState<keyof typeof mayGive>();
  const close = () => setOpen(undefined);
  const opener = (name: keyof typeof mayGive, label: string) =>
    mayGive[name] && (
      <Button variant="default" size="xs" onClick={() => setOpen(name)}>
        {label}
      </Button>
    );
  const roles = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/roles', { path }));
  const groups = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/people/{userId}/groups', { path, query: { limit: 200 } }),
    enabled: may('group.read'),
  });
  const why = (group?: { displayName: string }) => (group ? t('roles.byGroup', { group: group.displayName }) : t('roles.direct'));
  const placeOf = (organization: string, project?: string) =>
    project === undefined ? t('roles.organization', { name: organization }) : t('roles.project', { project });
  return (
    <Stack>
      {roles.error && <Fault error={roles.error} onRetry={() => void roles.refetch()} />}
      <Section title={t('roles.administration')} actions={opener('memberRole', t('roles.add'))}>
        <ItemList
          empty={t('roles.none')}
          items={roles.data?.data.memberRoles.map(({ role, orgId: where, orgName, projectId, projectName, group }) => ({
            key: [role, where, projectId, group?.groupId].join(' '),
            title: role,
            text: `${where === undefined ? t('roles.service') : placeOf(orgName ?? where, projectName)} – ${why(group)}`,
          }))}
        />
      </Section>
      <Section title={t('roles.projects')} actions={opener('projectRole', t('roles.projects.add'))}>
        <ItemList
          empty={t('roles.none')}
          items={roles.data?.data.projectRoles.map(({ authorizationId, roleKeys, roleNames, projectId, projectName, group }) => ({
            key: `${authorizationId} ${group?.groupId ?? ''}`,
            title: (roleNames ?? roleKeys).join(', '),
            text: `${t('roles.project', { project: projectName ?? projectId })} – ${why(group)}`,
          }))}
        />
      </Section>
      {may('group.read') && (
        <Section title={t('groups')} actions={opener('group', t('groups.add'))}>
          {groups.error && <Fault error={groups.error} onRetry={() => void groups.refetch()} />}
          <ItemList
            empty={t('groups.none')}
            items={groups.data?.data.groups.map(({ groupId, displayName, direct }) => ({
              key: groupId,
              title: <bdi>{displayName}</bdi>,
              text: direct ? t('groups.direct') : t('groups.nested'),
            }))}
          />
        </Section>
      )}
      {open === 'memberRole' && <GiveMemberRole {...path} onClose={close} />}
      {open === 'projectRole' && <GiveProjectRoles {...path} onClose={close} />}
      {open === 'group' && <AddToGroup {...path} onClose={close} />}
    </Stack>
  );
}
