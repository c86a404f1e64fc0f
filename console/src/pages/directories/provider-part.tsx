// How people sign in with a directory: the values to enter there, its logo, how it does, and a test step by step.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/changing.ts';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { CopyRequest } from '../../components/copy-request.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Provider } from './directory.ts';
import { pathOf, routesOf, type ProviderPlace } from './owner.ts';
import { ProviderLogo } from './provider-logo.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');
const TO_COPY = ['callbackUrl', 'signOutUrl', 'postLogoutRedirectUrl', 'metadataUrl'] as const;
const SOON_MS = 30 * 86_400_000;

export function ProviderPart({ canChange, ...place }: ProviderPlace & { canChange: boolean }) {
  const { data, error, refetch } = useQuery(reading(routesOf(place).one, { path: pathOf(place) }));
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return fault ?? <Loading />;
  const provider = data.data;
  return (
    <Stack>
      {fault}
      <ValuesToCopy provider={provider} />
      <ProviderLogo place={place} provider={provider} canChange={canChange} />
      <Health {...place} />
      {canChange && <Test {...place} />}
    </Stack>
  );
}

function ValuesToCopy({ provider }: { provider: Provider }) {
  const items = TO_COPY.flatMap((name) => {
    const value = provider[name];
    return value === undefined ? [] : [[t(name), <CopyValue key={name} name={t(name)} value={value} />] as const];
  });
  return (
    <Section title={t('values')}>
      {items.length > 0 && (
        <Text c="dimmed" mb="sm">
          {t('values.text')}
        </Text>
      )}
      <Facts
        items={[
          ...items,
          [t('kind'), provider.kind.toUpperCase()],
          [t('field.issuer'), provider.issuer && <bdi>{provider.issuer}</bdi>],
          [t('field.clientId'), provider.clientId && <bdi>{provider.clientId}</bdi>],
          [t('field.urls'), provider.urls && <bdi>{provider.urls.join(', ')}</bdi>],
          [t('state'), t(provider.enabled ? 'state.on' : 'state.off')],
        ]}
      />
    </Section>
  );
}

function Health(place: ProviderPlace) {
  const { data, error, refetch } = useQuery(reading(routesOf(place).health, { path: pathOf(place) }));
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return fault ?? <Loading />;
  const { lastUsedAt, lastFailureAt, lastFailure, certificates = [] } = data.data;
  return (
    <Section title={t('health')}>
      {fault}
      <Facts
        items={[
          [t('health.used'), lastUsedAt === undefined ? t('health.never') : <When at={lastUsedAt} />],
          [t('health.failed'), lastFailureAt === undefined ? t('health.never') : <When at={lastFailureAt} />],
          [t('health.failure'), lastFailure && <bdi>{lastFailure}</bdi>],
        ]}
      />
      {certificates.length > 0 && (
        <ItemList
          empty=""
          items={certificates.map(({ subject, endsAt }, at) => ({
            key: `${at} ${subject}`,
            title: <bdi>{t('certificate', { subject })}</bdi>,
            text: <CertificateEnd at={endsAt} />,
          }))}
        />
      )}
    </Section>
  );
}

function CertificateEnd({ at }: { at: string }) {
  const left = Date.parse(at) - Date.now();
  return (
    <Group gap="xs">
      <When at={at} />
      {left < SOON_MS && <StateBadge tone="bad">{t(left < 0 ? 'certificate.ended' : 'certificate.soon')}</StateBadge>}
    </Group>
  );
}

function Test(place: ProviderPlace) {
  const { test: route, health } = routesOf(place);
  const request = apiRequest('post', route, { path: pathOf(place) });
  const test = useChange([health]) as ReturnType<typeof useChange<NonNullable<typeof request.answer>>>;
  return (
    <Section
      title={t('test')}
      actions={
        <Group gap="xs">
          <CopyRequest request={request} />
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate({ request })}>
            {t('test.run')}
          </Button>
        </Group>
      }
    >
      {test.error && <Fault error={test.error} />}
      {test.data ? (
        <ItemList
          empty={t('test.none')}
          items={test.data.data.steps.map(({ step, ok, detail }, at) => ({
            key: `${at} ${step}`,
            title: step,
            text: <bdi>{detail}</bdi>,
            action: <StateBadge tone={ok ? 'good' : 'bad'}>{t(ok ? 'test.ok' : 'test.failed')}</StateBadge>,
          }))}
        />
      ) : (
        <Text c="dimmed">{t('test.text')}</Text>
      )}
    </Section>
  );
}
