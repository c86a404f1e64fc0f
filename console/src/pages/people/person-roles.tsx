import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay, useOwnAccess } from '../../api/access.ts';
import { reading } from '../../api/reading.ts';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

/** What the person may do, and by what: given to the person, or by a group. */
export function PersonRoles({ orgId, userId }: PersonPlace) {
  const path = { orgId, userId };
  const may = useMay({ orgId });
  const { organizations } = useOwnAccess();
  const nameOfOrganization = (id: string) => organizations.find((one) => one.orgId === id)?.name ?? id;
  const roles = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/roles', { path }));
  const groups = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/people/{userId}/groups', { path, query: { limit: 200 } }),
    enabled: may('group.read'),
  });
  const why = (group?: { displayName: string }) => (group ? t('roles.byGroup', { group: group.displayName }) : t('roles.direct'));
  return (
    <Stack>
      {roles.error && <Fault error={roles.error} onRetry={() => void roles.refetch()} />}
      <Section title={t('roles.administration')}>
        <ItemList
          empty={t('roles.none')}
          items={roles.data?.data.memberRoles.map(({ role, orgId: where, projectId, group }) => ({
            key: [role, where, projectId, group?.groupId].join(' '),
            title: role,
            text: `${where === undefined ? t('roles.service') : t('roles.organization', { name: nameOfOrganization(where) })} – ${why(group)}`,
          }))}
        />
      </Section>
      <Section title={t('roles.projects')}>
        <ItemList
          empty={t('roles.none')}
          items={roles.data?.data.projectRoles.map(({ authorizationId, roleKeys, projectId, projectName, group }) => ({
            key: `${authorizationId} ${group?.groupId ?? ''}`,
            title: roleKeys.join(', '),
            text: `${t('roles.project', { project: projectName ?? projectId })} – ${why(group)}`,
          }))}
        />
      </Section>
      {may('group.read') && (
        <Section title={t('groups')}>
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
    </Stack>
  );
}
