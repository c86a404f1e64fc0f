import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { useEdited } from '../../components/edited.ts';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { useAboveProject } from './above-project.ts';
import { ActiveState } from './active-state.tsx';
import { ChangeState } from './change-state.tsx';
import { PROJECT, PROJECTS, STATISTICS, type Project } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const CHECKS = ['projectRoleCheck', 'hasProjectCheck', 'projectRoleAssertion', 'applicationsInAudience'] as const;

const valuesOf = ({ name, projectRoleCheck, hasProjectCheck, projectRoleAssertion, applicationsInAudience, resourceUri }: Project) => ({
  name,
  projectRoleCheck,
  hasProjectCheck,
  projectRoleAssertion,
  applicationsInAudience,
  resourceUri,
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
  const edited = useEdited(current, valuesOf);
  const { values, changed, change } = edited;
  const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
  return (
    <Stack>
      {canChange && (
        <Section title={t('settings')}>
          <ChangeForm request={apiRequest('patch', PROJECT, { path, body })} edited={edited} stale={[PROJECTS]} done={t('saved')}>
            {(fault) => (
              <>
                <TextInput
                  label={t('name')}
                  value={values.name}
                  autoComplete="off"
                  error={fault?.detailFor('name')}
                  onChange={({ currentTarget }) => change({ name: currentTarget.value })}
                />
                <TextInput
                  type="url"
                  label={t('resourceUri')}
                  description={t('resourceUri.hint')}
                  value={values.resourceUri}
                  autoComplete="off"
                  error={fault?.detailFor('resourceUri')}
                  onChange={({ currentTarget }) => change({ resourceUri: currentTarget.value })}
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
            ...(project.resourceUri === ''
              ? []
              : [[t('resourceUri'), <CopyValue key="resource" name={t('resourceUri')} value={project.resourceUri} />] as const]),
            [t('state'), <ActiveState key="state" isActive={state === 'active'} />],
            [t('createdAt'), <When key="created" at={createdAt} />],
            ...(canChange ? [] : CHECKS.map((name) => [t(name), t(project[name] ? 'yes' : 'no')] as const)),
          ]}
        />
      </Section>
    </Stack>
  );
}

function ProjectActions({ orgId, project }: { orgId: string; project: Project }) {
  const navigate = useNavigate();
  const above = useAboveProject(orgId);
  const { projectId, name } = project;
  const path = { orgId, projectId };
  return (
    <Group gap="xs">
      <ChangeState
        size="xs"
        kind="project"
        of={project}
        requestOf={(action) => apiRequest('post', `${PROJECT}/_${action}`, { path })}
        stale={PROJECTS}
      />
      <DeleteButton
        size="xs"
        label={t('delete')}
        name={name}
        title={t('delete.title', { name })}
        text={t('delete.project.text')}
        done={t('deleted', { name })}
        request={apiRequest('delete', PROJECT, { path })}
        stale={[PROJECTS, STATISTICS, '/admin/v1/me/permissions']}
        onDone={() => navigate({ to: above.to })}
      />
    </Group>
  );
}
