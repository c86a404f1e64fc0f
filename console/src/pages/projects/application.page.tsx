// One application: what is weaker than it need be, its addresses, logo and settings, its secrets, its sign-in page, and its program.
import { Alert, Group, List, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ActiveState } from './active-state.tsx';
import { ApplicationKeys } from './application-keys.tsx';
import { ApplicationLogo } from './application-logo.tsx';
import { ApplicationSecrets } from './application-secrets.tsx';
import { ApplicationSettingsForm } from './application-settings.tsx';
import { ChangeState } from './change-state.tsx';
import { PageChoices } from './page-choices.tsx';
import { ProgramLines } from './program-lines.tsx';
import {
  APPLICATION,
  APPLICATIONS,
  originOf,
  pathOfProject,
  settingsOf,
  STATISTICS,
  type Application,
  type ApplicationPlace,
} from './project.ts';
import type en from './texts/en.json';
import { TryIt } from './try-it.tsx';

const t = textsOf<typeof en>('projects');

export default function ApplicationPage() {
  const { orgId = '', projectId = '', applicationId = '' } = useParams({ strict: false });
  const place = { orgId, projectId, applicationId };
  const canChange = useMay(place)('project.write');
  const query = useQuery(reading(APPLICATION, { path: place }));
  const back = { to: pathOfProject(place), name: t('project.back') };
  return (
    <ObjectPage
      query={query}
      back={back}
      kind={t('title')}
      titleOf={({ name }) => name}
      actionsOf={(application) => <ApplicationActions {...place} application={application} canChange={canChange} />}
    >
      {(current) => <ApplicationTabs {...place} current={current} canChange={canChange} />}
    </ObjectPage>
  );
}

function ApplicationTabs({ current, canChange, ...place }: ApplicationPlace & { current: Versioned<Application>; canChange: boolean }) {
  const application = current.data;
  const { type = 'web', authMethod, redirectUris: [redirectUri] = [] } = settingsOf(application);
  const hasSecret = authMethod === 'client_secret_basic' || authMethod === 'client_secret_post';
  return (
    <>
      <Warnings application={application} />
      <Tabs defaultValue="overview" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">{t('overview')}</Tabs.Tab>
          {canChange && <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>}
          {hasSecret && <Tabs.Tab value="secrets">{t('secrets')}</Tabs.Tab>}
          {authMethod === 'private_key_jwt' && <Tabs.Tab value="keys">{t('keys')}</Tabs.Tab>}
          {canChange && type !== 'api' && <Tabs.Tab value="page">{t('page')}</Tabs.Tab>}
          <Tabs.Tab value="lines">{t('lines')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Stack>
            <Overview application={application} />
            {type !== 'api' && <ApplicationLogo place={place} current={current} canChange={canChange} />}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ApplicationSettingsForm {...place} current={current} />
        </Tabs.Panel>
        <Tabs.Panel value="secrets">
          <ApplicationSecrets {...place} canChange={canChange} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <ApplicationKeys {...place} canChange={canChange} />
        </Tabs.Panel>
        <Tabs.Panel value="page">
          <PageChoices {...place} current={current} />
        </Tabs.Panel>
        <Tabs.Panel value="lines">
          <Section title={t('lines')}>
            <ProgramLines
              type={type}
              registration={{
                issuer: location.origin,
                clientId: application.clientId,
                projectId: place.projectId,
                address: originOf(redirectUri),
              }}
            />
          </Section>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Warnings({ application: { warnings } }: { application: Application }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="danger" icon={<Icon name="alert" />} title={t('warnings')}>
      <List>
        {warnings.map(({ code, message }) => (
          <List.Item key={code}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Overview({ application }: { application: Application }) {
  const { type = 'web', redirectUris = [], postLogoutRedirectUris = [], servedOrganizations = 'every' } = settingsOf(application);
  const { clientId, applicationId, state, createdAt } = application;
  return (
    <Section title={t('overview')}>
      <Facts
        items={[
          [t('clientId'), <CopyValue key="client" name={t('clientId')} value={clientId} />],
          [t('issuer'), <CopyValue key="issuer" name={t('issuer')} value={location.origin} />],
          [t('type'), t(`type.${type}`)],
          [t('state'), <ActiveState key="state" isActive={state === 'active'} />],
          [t('redirectUris'), redirectUris.length > 0 && <Addresses key="redirect" all={redirectUris} />],
          [t('postLogoutRedirectUris'), postLogoutRedirectUris.length > 0 && <Addresses key="home" all={postLogoutRedirectUris} />],
          [t('servedOrganizations'), t(`servedOrganizations.${servedOrganizations}`)],
          [t('applicationId'), <CopyValue key="id" name={t('applicationId')} value={applicationId} />],
          [t('createdAt'), <When key="created" at={createdAt} />],
        ].map(([name, value]) => [name as string, value === false ? undefined : value] as const)}
      />
    </Section>
  );
}

function Addresses({ all }: { all: readonly string[] }) {
  return all.map((address) => (
    <Text key={address} span display="block">
      <bdi>{address}</bdi>
    </Text>
  ));
}

function ApplicationActions({ application, canChange, ...place }: ApplicationPlace & { application: Application; canChange: boolean }) {
  const { name, clientId } = application;
  const { type, redirectUris: [redirectUri] = [] } = settingsOf(application);
  const { orgId, projectId } = place;
  const navigate = useNavigate();
  return (
    <>
      {type !== 'api' && redirectUri !== undefined && <TryIt clientId={clientId} redirectUri={redirectUri} />}
      {canChange && (
        <Group gap="xs">
          <ChangeState
            kind="application"
            of={application}
            requestOf={(action) => apiRequest('post', `${APPLICATION}/_${action}`, { path: place })}
            stale={APPLICATIONS}
          />
          <DeleteButton
            label={t('delete')}
            name={name}
            title={t('delete.title', { name })}
            text={t('delete.application.text')}
            done={t('deleted', { name })}
            request={apiRequest('delete', APPLICATION, { path: place })}
            stale={[APPLICATIONS, STATISTICS]}
            onDone={() => navigate({ to: '/orgs/$orgId/projects/$projectId', params: { orgId, projectId } })}
          />
        </Group>
      )}
    </>
  );
}
