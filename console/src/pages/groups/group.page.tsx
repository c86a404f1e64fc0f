// One group: its members, the roles that it gives them, and its name.
import { Stack, Tabs, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { useEdited } from '../../components/edited.ts';
import { Facts } from '../../components/facts.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { GroupMembers } from './group-members.tsx';
import { GroupRoles } from './group-roles.tsx';
import { GROUP, GROUPS, type Group, type GroupPlace } from './group.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('groups');

export default function GroupPage() {
  const { orgId = '', groupId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  const place = { orgId, groupId };
  const query = useQuery(reading(GROUP, { path: place }));
  const back = { to: `/orgs/${encodeURIComponent(orgId)}/groups`, name: t('title') };
  const canChange = may('group.write');
  return (
    <ObjectPage
      query={query}
      back={back}
      kind={t('title')}
      titleOf={({ displayName }) => displayName}
      actionsOf={({ displayName }) => may('group.delete') && <DeleteGroup {...place} name={displayName} />}
    >
      {(current) => (
        <Tabs defaultValue="members" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="members">{t('members')}</Tabs.Tab>
            <Tabs.Tab value="roles">{t('roles')}</Tabs.Tab>
            <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="members">
            <GroupMembers {...place} canChange={canChange} />
          </Tabs.Panel>
          <Tabs.Panel value="roles">
            <GroupRoles {...place} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <Stack>
              {canChange && <NameForm orgId={orgId} current={current} />}
              <GroupFacts group={current.data} />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
    </ObjectPage>
  );
}

function GroupFacts({ group: { groupId, externalId, createdAt, modifiedAt } }: { group: Group }) {
  return (
    <Section title={t('facts')}>
      <Facts
        items={[
          [t('groupId'), <CopyValue key="id" name={t('groupId')} value={groupId} />],
          [t('externalId'), externalId && <bdi>{externalId}</bdi>],
          [t('createdAt'), <When key="created" at={createdAt} />],
          [t('modifiedAt'), <When key="modified" at={modifiedAt} />],
        ]}
      />
    </Section>
  );
}

const namesOf = ({ displayName }: Group) => ({ displayName });

function NameForm({ orgId, current }: { orgId: string; current: Versioned<Group> }) {
  const edited = useEdited(current, namesOf);
  const { base, values, change } = edited;
  return (
    <Section title={t('settings')}>
      <ChangeForm
        request={apiRequest('patch', GROUP, { path: { orgId, groupId: base.data.groupId }, body: values })}
        edited={edited}
        stale={[GROUPS]}
        done={t('saved')}
      >
        {(fault) => (
          <TextInput
            label={t('name')}
            value={values.displayName}
            autoComplete="off"
            error={fault?.detailFor('displayName')}
            onChange={({ currentTarget }) => change({ displayName: currentTarget.value })}
          />
        )}
      </ChangeForm>
    </Section>
  );
}

function DeleteGroup({ orgId, groupId, name }: GroupPlace & { name: string }) {
  const navigate = useNavigate();
  return (
    <DeleteButton
      label={t('delete')}
      name={name}
      title={t('delete.title', { name })}
      text={t('delete.text')}
      done={t('delete.done', { name })}
      request={apiRequest('delete', GROUP, { path: { orgId, groupId } })}
      stale={[GROUPS, '/admin/v1/organizations/{orgId}/statistics']}
      onDone={() => navigate({ to: '/orgs/$orgId/groups', params: { orgId } })}
    />
  );
}
