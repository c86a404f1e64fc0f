// One directory of an organization, or one identity provider of the service: how people sign in with it, what it has provisioned, and how it does.
import { Stack, Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ConnectionPart } from './connection-part.tsx';
import { useDirectories } from './directory.ts';
import { kindOf, pagesOf, useMayWrite, useOwner } from './owner.ts';
import { ProviderPart } from './provider-part.tsx';
import { ProviderSettings } from './provider-settings.tsx';
import { ProvisioningLog } from './provisioning-log.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

export default function DirectoryPage() {
  const { directoryId = '' } = useParams({ strict: false });
  const owner = useOwner();
  const canChange = useMayWrite(owner);
  const { directories, error, retry } = useDirectories(owner);
  const title = t(`title.${kindOf(owner)}`);
  const back = { to: pagesOf(owner).list, name: title };
  const fault = error && <Fault error={error} onRetry={retry} />;
  if (!directories) return fault ?? <Loading />;
  // A connection keeps its address when a provider joins it.
  const directory = directories.find(({ id, connection }) => id === directoryId || connection?.connectionId === directoryId);
  if (!directory)
    return (
      <Stack>
        <PageHeader title={title} back={back} />
        {fault ?? <EmptyState title={t('unknown')} />}
      </Stack>
    );
  const { name, provider, connection } = directory;
  return (
    <Stack>
      <PageHeader title={name} back={back} />
      {fault}
      <Tabs defaultValue={provider ? 'signIn' : 'provisioning'} keepMounted={false}>
        <Tabs.List mb="md">
          {provider && <Tabs.Tab value="signIn">{t('signIn')}</Tabs.Tab>}
          {provider && canChange && <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>}
          {connection && <Tabs.Tab value="provisioning">{t('provisioning')}</Tabs.Tab>}
          {connection && <Tabs.Tab value="log">{t('log')}</Tabs.Tab>}
        </Tabs.List>
        {provider && (
          <>
            <Tabs.Panel value="signIn">
              <ProviderPart {...owner} identityProviderId={provider.identityProviderId} canChange={canChange} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <ProviderSettings {...owner} identityProviderId={provider.identityProviderId} />
            </Tabs.Panel>
          </>
        )}
        {connection && owner.orgId !== undefined && (
          <>
            <Tabs.Panel value="provisioning">
              <ConnectionPart orgId={owner.orgId} connectionId={connection.connectionId} canChange={canChange} />
            </Tabs.Panel>
            <Tabs.Panel value="log">
              <ProvisioningLog orgId={owner.orgId} connectionId={connection.connectionId} />
            </Tabs.Panel>
          </>
        )}
      </Tabs>
    </Stack>
  );
}
