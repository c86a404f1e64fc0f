import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { useEdited } from '../../components/edited.ts';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Provider } from './directory.ts';
import { pagesOf, pathOf, routesOf, type ProviderPlace } from './owner.ts';
import { fieldsOf, sent, valuesOf } from './provider-fields.ts';
import { ProviderGroups } from './provider-groups.tsx';
import { ProviderInput } from './provider-input.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

export function ProviderSettings(place: ProviderPlace) {
  const { data, error, refetch } = useQuery(reading(routesOf(place).one, { path: pathOf(place) }));
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return fault ?? <Loading />;
  const { orgId, identityProviderId } = place;
  return (
    <Stack>
      {fault}
      <SettingsForm {...place} current={data} />
      {orgId !== undefined && data.data.kind !== 'oauth' && (
        <ProviderGroups orgId={orgId} identityProviderId={identityProviderId} groups={data.data.groups ?? []} />
      )}
      <Section title={t('delete')} actions={<DeleteProvider {...place} name={data.data.name} />}>
        <Text>{t('delete.provider.text')}</Text>
      </Section>
    </Stack>
  );
}

function SettingsForm({ current, ...place }: ProviderPlace & { current: Versioned<Provider> }) {
  const edited = useEdited(current, (provider) => valuesOf(place, provider));
  const { base, values, changed, change } = edited;
  const { rules, connection } = fieldsOf(place, base.data.kind);
  const types = { ...rules, ...connection };
  const body = Object.fromEntries(changed.map((name) => [name, sent(types[name] ?? 'text', values[name] ?? '')]));
  return (
    <Section title={t('settings')}>
      <ChangeForm
        request={apiRequest('patch', routesOf(place).one, { path: pathOf(place), body })}
        edited={edited}
        stale={[routesOf(place).list]}
        done={t('saved')}
      >
        {(fault) => {
          const inputs = (fields: typeof rules) =>
            Object.entries(fields).map(([name, type]) => (
              <ProviderInput
                key={name}
                owner={place}
                name={name}
                type={type}
                value={values[name] ?? ''}
                error={fault?.detailFor(name)}
                onChange={(value) => change({ [name]: value })}
              />
            ));
          return (
            <>
              {inputs(rules)}
              <Title order={3} size="h4">
                {t('protocol')}
              </Title>
              {inputs(connection)}
            </>
          );
        }}
      </ChangeForm>
    </Section>
  );
}

function DeleteProvider({ name, ...place }: ProviderPlace & { name: string }) {
  const navigate = useNavigate();
  return (
    <DeleteButton
      size="xs"
      label={t('delete')}
      name={name}
      title={t('delete.title', { name })}
      text={t('delete.provider.text')}
      done={t('deleted', { name })}
      request={apiRequest('delete', routesOf(place).one, { path: pathOf(place) })}
      stale={[routesOf(place).list]}
      onDone={() => navigate({ to: pagesOf(place).list })}
    />
  );
}
