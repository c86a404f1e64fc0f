// One person: state, ways to sign in, sessions, groups and roles, and what happened last.
import { Group, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { reading } from '../../api/reading.ts';
import { nameOf } from '../../components/name-of.ts';
import { ObjectPage } from '../../components/object-page.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonFactors } from './person-factors.tsx';
import { PersonMetadata } from './person-metadata.tsx';
import { PersonHistory } from './person-history.tsx';
import { PersonPicture } from './person-picture.tsx';
import { PersonRoles } from './person-roles.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { PersonSummary } from './person-summary.tsx';
import { ProfileForm } from './profile-form.tsx';
import { PERSON } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

export default function PersonPage() {
  const { orgId = '', userId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  const place = { orgId, userId };
  const query = useQuery(reading(PERSON, { path: place }));
  const back = { to: `/orgs/${encodeURIComponent(orgId)}/people`, name: t('title') };
  return (
    <ObjectPage
      query={query}
      back={back}
      kind={t('person')}
      titleOf={nameOf}
      actionsOf={(person) => may('user.write') && <PersonActions person={person} />}
    >
      {(current) => (
        <Tabs defaultValue="overview" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="overview">{t('tab.overview')}</Tabs.Tab>
            {may('user.write') && <Tabs.Tab value="profile">{t('tab.profile')}</Tabs.Tab>}
            {may('authorization.read') && <Tabs.Tab value="roles">{t('tab.roles')}</Tabs.Tab>}
            <Tabs.Tab value="access">{t('tab.access')}</Tabs.Tab>
            <Tabs.Tab value="history">{t('tab.history')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview">
            <Stack>
              <PersonSummary person={current.data} />
              <Group grow align="stretch" preventGrowOverflow={false}>
                <PersonFactors {...place} canChange={may('user.write')} />
                <PersonSessions {...place} canChange={may('user.write')} />
              </Group>
              <PersonHistory {...place} limit={5} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="profile">
            <Stack>
              <PersonPicture person={current.data} />
              <ProfileForm current={current} />
              <PersonMetadata {...place} canChange />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="roles">
            <PersonRoles {...place} />
          </Tabs.Panel>
          <Tabs.Panel value="access">
            <PersonAccess {...place} canChange={may('user.write')} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <PersonHistory {...place} limit={100} />
          </Tabs.Panel>
        </Tabs>
      )}
    </ObjectPage>
  );
}
