import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
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
import { CONNECTIONS, PROVIDER, PROVIDERS, type Provider } from './directory.ts';
import { linesOf } from './templates.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');
const CREATIONS = ['off', 'invitation', 'automatic'] as const;
const LINKINGS = ['off', 'proof', 'address'] as const;
const NONE = '';

interface ProviderPlace {
  orgId: string;
  identityProviderId: string;
}

/** The settings that administrators change by hand; the API has the rest. */
export function ProviderSettings(place: ProviderPlace) {
  const { data, error, refetch } = useQuery(reading(PROVIDER, { path: place }));
  if (error) return <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Stack>
      <SettingsForm {...place} current={data} />
      <Section title={t('delete')} actions={<DeleteProvider {...place} name={data.data.name} />}>
        <Text>{t('delete.provider.text')}</Text>
      </Section>
    </Stack>
  );
}

function SettingsForm({ current, ...place }: ProviderPlace & { current: Versioned<Provider> }) {
  const edited = useEdited(current, valuesOf);
  const { base, values, changed, change } = edited;
  const provider = base.data;
  const { data } = useQuery(reading(CONNECTIONS, { path: { orgId: place.orgId }, query: { limit: 200, sort: 'name' } }));
  const now = written(values);
  const secretName = provider.kind === 'ldap' ? ('bindPassword' as const) : ('clientSecret' as const);
  const hasSecret = provider.kind !== 'saml';
  const body = Object.fromEntries(changed.map((name) => [name === 'secret' ? secretName : name, now[name]]));
  return (
    <Section title={t('settings')}>
      <ChangeForm request={apiRequest('patch', PROVIDER, { path: place, body })} edited={edited} stale={[PROVIDERS]} done={t('saved')}>
        {(fault) => (
          <>
            <TextInput
              label={t('name')}
              value={values.name}
              autoComplete="off"
              error={fault?.detailFor('name')}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Checkbox
              label={t('enabled')}
              checked={values.enabled}
              onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
            />
            <Checkbox
              label={t('buttonShown')}
              checked={values.buttonShown}
              onChange={({ currentTarget }) => change({ buttonShown: currentTarget.checked })}
            />
            <Textarea
              label={t('domains')}
              description={t('domains.hint')}
              autosize
              minRows={1}
              spellCheck={false}
              value={values.domains}
              error={fault?.detailFor('domains')}
              onChange={({ currentTarget }) => change({ domains: currentTarget.value })}
            />
            <Select
              label={t('creation')}
              data={CREATIONS.map((value) => ({ value, label: t(`creation.${value}`) }))}
              value={values.creation}
              allowDeselect={false}
              error={fault?.detailFor('creation')}
              onChange={(value) => change({ creation: value as 'off' })}
            />
            <Select
              label={t('linking')}
              data={LINKINGS.map((value) => ({ value, label: t(`linking.${value}`) }))}
              value={values.linking}
              allowDeselect={false}
              error={fault?.detailFor('linking')}
              onChange={(value) => change({ linking: value as 'off' })}
            />
            <Select
              label={t('connection')}
              description={t('connection.hint')}
              data={[
                { value: NONE, label: t('connection.none') },
                ...(data?.data.connections ?? []).map(({ connectionId, name }) => ({ value: connectionId, label: name })),
              ]}
              value={values.connectionId}
              allowDeselect={false}
              error={fault?.detailFor('connectionId')}
              onChange={(value) => change({ connectionId: value ?? NONE })}
            />
            {hasSecret && (
              <TextInput
                type="password"
                label={t(`field.${secretName}`)}
                description={t('secret.hint')}
                autoComplete="new-password"
                value={values.secret}
                error={fault?.detailFor(secretName)}
                onChange={({ currentTarget }) => change({ secret: currentTarget.value })}
              />
            )}
          </>
        )}
      </ChangeForm>
    </Section>
  );
}

/** As the fields have them; the secret is never shown. */
function valuesOf({ name, enabled, buttonShown, domains, creation, linking, connectionId }: Provider) {
  return {
    name,
    enabled,
    buttonShown: buttonShown ?? true,
    domains: (domains ?? []).join('\n'),
    creation: creation ?? ('off' as const),
    linking: linking ?? ('proof' as const),
    connectionId: connectionId ?? NONE,
    secret: '',
  };
}

/** As the service takes them. */
function written({ domains, connectionId, ...others }: ReturnType<typeof valuesOf>) {
  return { ...others, domains: linesOf(domains), connectionId: connectionId === NONE ? null : connectionId };
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
      request={apiRequest('delete', PROVIDER, { path: place })}
      stale={[PROVIDERS]}
      onDone={() => void navigate({ to: '/orgs/$orgId/directories', params: { orgId: place.orgId } })}
    />
  );
}
