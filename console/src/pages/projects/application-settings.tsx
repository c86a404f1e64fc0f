import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { useEdited } from '../../components/edited.ts';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { APPLICATION, APPLICATIONS, linesOf, settingsOf, type Application, type ApplicationPlace } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const SINGLE_ADDRESSES = ['initiateLoginUri', 'backchannelLogoutUri', 'frontchannelLogoutUri', 'policyUri', 'termsUri'] as const;
/** An empty field leaves the lifetime to the settings of the service. */
const LIFETIMES = ['accessTokenSeconds', 'idTokenSeconds', 'refreshIdleSeconds', 'refreshAbsoluteSeconds'] as const;
const ADDRESSES = ['redirectUris', 'postLogoutRedirectUris', 'allowedOrigins'] as const;
const CHECKS = [
  'consentRequired',
  'idTokenRoleAssertion',
  'accessTokenRoleAssertion',
  'idTokenUserinfoAssertion',
  'requireDpop',
  'requirePushedAuthorizationRequests',
  'requireSignedResponses',
  'devMode',
] as const;
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
/** By type; applications of other types run on a person's device, can't keep a secret, and have no choice. */
const AUTH_METHODS = {
  web: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  api: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
} as const;
const CHOICES = {
  servedOrganizations: ['every', 'granted', 'own'],
  accessTokenType: ['opaque', 'jwt'],
  profile: ['none', 'fapi2', 'fapi2MessageSigning'],
} as const;

interface ApplicationSettingsFormProps extends ApplicationPlace {
  current: Versioned<Application>;
}

/** The settings that applications usually need; the API has the rest. */
export function ApplicationSettingsForm({ current, ...place }: ApplicationSettingsFormProps) {
  const edited = useEdited(current, valuesOf);
  const { base, values, changed, change } = edited;
  const now = written(values);
  const body = Object.fromEntries(changed.map((name) => [name, now[name]]));
  const { type = 'web' } = settingsOf(base.data);
  const isApi = type === 'api';
  return (
    <Section title={t('settings')}>
      <ChangeForm
        request={apiRequest('patch', APPLICATION, { path: place, body })}
        edited={edited}
        stale={[APPLICATIONS]}
        done={t('saved')}
      >
        {(fault) => (
          <>
            <TextInput
              label={t('name')}
              value={values.name}
              autoComplete="off"
              error={fault?.detailFor('name')}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            {!isApi &&
              ADDRESSES.map((name) => (
                <Textarea
                  key={name}
                  label={t(name)}
                  description={t(`${name}.hint`)}
                  autosize
                  minRows={2}
                  spellCheck={false}
                  value={values[name]}
                  error={fault?.detailFor(name)}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                />
              ))}
            {!isApi &&
              SINGLE_ADDRESSES.map((name) => (
                <TextInput
                  key={name}
                  type="url"
                  label={t(name)}
                  description={t(`${name}.hint`)}
                  value={values[name]}
                  error={fault?.detailFor(name)}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                />
              ))}
            {(type === 'web' || type === 'api') && (
              <Select
                label={t('authMethod')}
                description={t(`authMethod.${values.authMethod}.hint`)}
                data={AUTH_METHODS[type].map((value) => ({ value, label: t(`authMethod.${value}`) }))}
                value={values.authMethod}
                allowDeselect={false}
                error={fault?.detailFor('authMethod')}
                onChange={(value) => change({ authMethod: value as 'none' })}
              />
            )}
            {!isApi && (
              <>
                <Select
                  label={t('servedOrganizations')}
                  data={CHOICES.servedOrganizations.map((value) => ({ value, label: t(`servedOrganizations.${value}`) }))}
                  value={values.servedOrganizations}
                  allowDeselect={false}
                  error={fault?.detailFor('servedOrganizations')}
                  onChange={(value) => change({ servedOrganizations: value as 'every' })}
                />
                <Select
                  label={t('accessTokenType')}
                  data={CHOICES.accessTokenType.map((value) => ({ value, label: t(`accessTokenType.${value}`) }))}
                  value={values.accessTokenType}
                  allowDeselect={false}
                  error={fault?.detailFor('accessTokenType')}
                  onChange={(value) => change({ accessTokenType: value as 'opaque' })}
                />
                <Select
                  label={t('profile')}
                  description={t('profile.hint')}
                  data={CHOICES.profile.map((value) => ({ value, label: t(`profile.${value}`) }))}
                  value={values.profile}
                  allowDeselect={false}
                  error={fault?.detailFor('profile')}
                  onChange={(value) => change({ profile: value as 'none' })}
                />
                {LIFETIMES.map((name) => (
                  <NumberInput
                    key={name}
                    label={t(name)}
                    description={t('lifetime.hint')}
                    value={values[name]}
                    min={1}
                    allowDecimal={false}
                    error={fault?.detailFor(name)}
                    onChange={(value) => change({ [name]: value })}
                  />
                ))}
                {CHECKS.map((name) => (
                  <Checkbox
                    key={name}
                    label={t(name)}
                    checked={values[name]}
                    error={fault?.detailFor(name)}
                    onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
                  />
                ))}
                <Checkbox
                  label={t('deviceCode')}
                  description={t('deviceCode.hint')}
                  checked={linesOf(values.grantTypes).includes(DEVICE_CODE)}
                  error={fault?.detailFor('grantTypes')}
                  onChange={({ currentTarget }) => {
                    const others = linesOf(values.grantTypes).filter((one) => one !== DEVICE_CODE);
                    change({ grantTypes: [...others, ...(currentTarget.checked ? [DEVICE_CODE] : [])].join('\n') });
                  }}
                />
              </>
            )}
          </>
        )}
      </ChangeForm>
    </Section>
  );
}

/** As the fields have them: addresses as lines. */
function valuesOf(application: Application) {
  const settings = settingsOf(application);
  return {
    name: application.name,
    ...eachOf([...ADDRESSES, 'grantTypes'] as const, (name) => (settings[name] ?? []).join('\n')),
    ...eachOf(SINGLE_ADDRESSES, (name) => settings[name] ?? ''),
    ...eachOf(LIFETIMES, (name): number | string => settings[name] ?? ''),
    authMethod: settings.authMethod ?? ('client_secret_basic' as const),
    servedOrganizations: settings.servedOrganizations ?? ('every' as const),
    accessTokenType: settings.accessTokenType ?? ('opaque' as const),
    profile: settings.profile ?? ('none' as const),
    ...eachOf(CHECKS, (name) => settings[name] ?? false),
  };
}

/** As the service takes them: null is the default. */
function written(values: ReturnType<typeof valuesOf>) {
  return {
    ...values,
    ...eachOf([...ADDRESSES, 'grantTypes'] as const, (name) => linesOf(values[name])),
    ...eachOf(LIFETIMES, (name) => (values[name] === '' ? null : values[name])),
  };
}

/** A value for each name. */
function eachOf<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
