// The settings of one organization: its name, its state, and its deletion.
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { useEdited } from '../../components/edited.ts';
import { Facts } from '../../components/facts.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { DeleteOrganization } from './delete-organization.tsx';
import { ORGANIZATION, ORGANIZATIONS, type Organization } from './organization.ts';
import { OrganizationState } from './organization-state.tsx';
import { actionOn, StateDialog } from './state-dialog.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('organizations');

export default function OrganizationSettingsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  const mayInService = useMay();
  const query = useQuery(reading(ORGANIZATION, { path: { orgId } }));
  return (
    <ObjectPage query={query} kind={t('settings')} titleOf={() => t('settings')}>
      {(current) => (
        <>
          {may('org.write') && <NameForm current={current} />}
          <OrganizationFacts organization={current.data} />
          {mayInService('org.write') && <ChangeState organization={current.data} />}
          {mayInService('org.delete') && (
            <Section title={t('delete')} actions={<DeleteOrganization organization={current.data} />}>
              <Text>{t('delete.text')}</Text>
            </Section>
          )}
        </>
      )}
    </ObjectPage>
  );
}

const namesOf = ({ name }: Organization) => ({ name });

function NameForm({ current }: { current: Versioned<Organization> }) {
  const edited = useEdited(current, namesOf);
  const { base, values, change } = edited;
  return (
    <Section title={t('general')}>
      <ChangeForm
        request={apiRequest('patch', ORGANIZATION, { path: { orgId: base.data.orgId }, body: values })}
        edited={edited}
        stale={[ORGANIZATIONS, '/admin/v1/me/permissions']}
        done={t('saved')}
      >
        {(fault) => (
          <TextInput
            label={t('name')}
            value={values.name}
            autoComplete="off"
            error={fault?.detailFor('name')}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
      </ChangeForm>
    </Section>
  );
}

function OrganizationFacts({ organization }: { organization: Organization }) {
  const { orgId, name, primaryDomain, createdAt, modifiedAt } = organization;
  return (
    <Section title={t('facts')}>
      <Facts
        items={[
          [t('name'), <bdi key="name">{name}</bdi>],
          [t('orgId'), <CopyValue key="id" name={t('orgId')} value={orgId} />],
          [t('domain'), <bdi key="domain">{primaryDomain}</bdi>],
          [t('state'), <OrganizationState key="state" organization={organization} />],
          [t('createdAt'), <When key="created" at={createdAt} />],
          [t('modifiedAt'), <When key="modified" at={modifiedAt} />],
        ]}
      />
    </Section>
  );
}

function ChangeState({ organization }: { organization: Organization }) {
  const [isOpen, setOpen] = useState(false);
  const action = actionOn(organization);
  return (
    <Section
      title={t(action)}
      actions={
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {t(action)}
        </Button>
      }
    >
      <Text>{t(`${action}.text`)}</Text>
      {isOpen && <StateDialog organization={organization} onClose={() => setOpen(false)} />}
    </Section>
  );
}
