// The projects that a person manages without a role in their organization.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOwnAccess } from '../../api/access.ts';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import classes from './own-projects.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

/** Nothing for those who see all projects of the organization, or none. */
export function OwnProjects({ orgId }: { orgId: string }) {
  const { service, organizations } = useOwnAccess();
  const organization = organizations.find((one) => one.orgId === orgId);
  const seesAll = [service, organization].some((place) => place?.permissions.includes('project.read'));
  const projects = organization?.projects ?? [];
  if (seesAll || projects.length === 0) return null;
  return (
    <Section title={t('ownProjects')}>
      <ul className={classes.projects}>
        {projects.map(({ projectId, grantId, name, roles }) => (
          <li key={`${projectId} ${grantId ?? ''}`}>
            {grantId === undefined ? (
              <Anchor component={Link} to={`/orgs/${encodeURIComponent(orgId)}/projects/${encodeURIComponent(projectId)}`}>
                <bdi>{name}</bdi>
              </Anchor>
            ) : (
              <bdi>{name}</bdi>
            )}
            <small>{roles.join(', ')}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
