import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refresh } from '../../api/changing.ts';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { ChangeForm } from '../../components/change-form.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { useEdited } from '../../components/edited.ts';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ActiveState } from './active-state.tsx';
import { PROJECT, PROJECTS, STATISTICS, type Project } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const CHECKS = ['projectRoleCheck', 'hasProjectCheck', 'projectRoleAssertion', 'applicationsInAudience'] as const;

const valuesOf = ({ name, projectRoleCheck, hasProjectCheck, projectRoleAssertion, applicationsInAudience }: Project) => ({
  name,
  projectRoleCheck,
  hasProjectCheck,
  projectRoleAssertion,
  applicationsInAudience,
});

interface ProjectSettingsProps {
  orgId: string;
  current: Versioned<Project>;
  canChange: boolean;
}

export function ProjectSettings({ orgId, current, canChange }: ProjectSettingsProps) {
  const project = current.data;
  const { projectId, state, createdAt } = project;
  const path = { orgId, projectId };
  const { base, values, changed, change, begin } = useEdited(current, valuesOf);
  const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
  return (
    <Stack>
      {canChange && (
        <Section title={t('settings')}>
          <ChangeForm
            request={apiRequest('patch', PROJECT, { path, body })}
            etag={base.etag}
            stale={[PROJECTS]}
            done={t('saved')}
            isChanged={changed.length > 0}
            onDone={begin}
            onDiscard={() => begin(current)}
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
                {CHECKS.map((name) => (
                  <Checkbox
                    key={name}
                    label={t(name)}
                    checked={values[name]}
                    onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
                  />
                ))}
              </>
            )}
          </ChangeForm>
        </Section>
      )}
      <Section title={t('facts')} actions={canChange && <ProjectActions orgId={orgId} project={project} />}>
        <Facts
          items={[
            [t('projectId'), <CopyValue key="id" name={t('projectId')} value={projectId} />],
            [t('state'), <ActiveState key="state" isActive={state === 'active'} />],
            [t('createdAt'), <When key="created" at={createdAt} />],
            ...(canChange ? [] : CHECKS.map((name) => [t(name), t(project[name] ? 'yes' : 'no')] as const)),
          ]}
        />
      </Section>
    </Stack>
  );
}

function ProjectActions({ orgId, project: { projectId, name, state } }: { orgId: string; project: Project }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'state' | 'delete'>();
  const path = { orgId, projectId };
  const action = state === 'active' ? 'deactivate' : 'reactivate';
  const close = () => setOpen(undefined);
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => setOpen('state')}>
        {t(action)}
      </Button>
      <Button variant="default" size="xs" onClick={() => setOpen('delete')}>
        {t('delete')}
      </Button>
      {open === 'state' && (
        <ChangeDialog
          title={t(`${action}.title`, { name })}
          confirm={t(action)}
          request={apiRequest('post', `${PROJECT}/_${action}`, { path })}
          stale={[PROJECTS]}
          done={t('saved')}
          onClose={close}
        >
          <Text>{t(`${action}.project.text`)}</Text>
        </ChangeDialog>
      )}
      {open === 'delete' && (
        <ChangeDialog
          title={t('delete.title', { name })}
          confirm={t('delete')}
          request={apiRequest('delete', PROJECT, { path })}
          stale={[STATISTICS]}
          done={t('deleted', { name })}
          isDanger
          nameToType={name}
          onClose={close}
          onDone={() => {
            void navigate({ to: '/orgs/$orgId/projects', params: { orgId } });
            void refresh([PROJECTS]);
          }}
        >
          <Text>{t('delete.project.text')}</Text>
        </ChangeDialog>
      )}
    </Group>
  );
}
