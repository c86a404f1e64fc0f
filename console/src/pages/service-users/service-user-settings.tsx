import { Select } from '@mantine/core';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { useEdited } from '../../components/edited.ts';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { SERVICE_USER, SERVICE_USERS, type ServiceUser, type ServiceUserPlace } from './service-user.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service-users');
const PROFILES = ['none', 'fapi2'] as const;
const valuesOf = ({ profile }: ServiceUser) => ({ profile });

/** The security profile of a service user; the API has the other settings. */
export function ServiceUserSettings({ current, ...path }: ServiceUserPlace & { current: Versioned<ServiceUser> }) {
  const edited = useEdited(current, valuesOf);
  const { values, change } = edited;
  return (
    <Section title={t('settings')}>
      <ChangeForm
        request={apiRequest('patch', SERVICE_USER, { path, body: values })}
        edited={edited}
        stale={[SERVICE_USERS]}
        done={t('saved')}
      >
        {(fault) => (
          <Select
            label={t('profile')}
            description={t(`profile.${values.profile}.hint`)}
            data={PROFILES.map((value) => ({ value, label: t(`profile.${value}`) }))}
            value={values.profile}
            allowDeselect={false}
            error={fault?.detailFor('profile')}
            onChange={(value) => change({ profile: value as 'none' })}
          />
        )}
      </ChangeForm>
    </Section>
  );
}
