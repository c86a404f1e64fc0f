// What a new organization needs, each with the page where it is done; a step ticks itself by what is there. Nothing once all are done.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reading } from '../../api/reading.ts';
import { Section } from '../../components/section.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import classes from './first-steps.module.css';
import type { Counts } from './overview.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

/** Projects that the service adds for itself, by id or name: the console, the explorer, the command line. */
const OF_THE_SERVICE = ['console', 'api-explorer', 'Gatehouse'];
const MOST = 10;

interface Facts {
  counts: Counts;
  hasOwnProject: boolean;
}

const STEPS = [
  { name: 'people', page: 'people', isDone: ({ counts: { people } }: Facts) => people.total > 1 },
  { name: 'domain', page: 'domains', isDone: ({ counts: { domains = 0 } }: Facts) => domains > 1 },
  {
    name: 'application',
    page: 'projects',
    isDone: ({ counts: { applications = 0 }, hasOwnProject }: Facts) => applications > 0 && hasOwnProject,
  },
] as const;

export function FirstSteps({ orgId, counts }: { orgId: string; counts: Counts }) {
  const { data } = useQuery(reading('/admin/v1/organizations/{orgId}/projects', { path: { orgId }, query: { limit: MOST } }));
  const isOwn = ({ projectId, name }: { projectId: string; name: string }) =>
    ![projectId, name].some((word) => OF_THE_SERVICE.includes(word));
  if (!data) return null;
  const facts = { counts, hasOwnProject: data.data.projects.some(isOwn) };
  if (STEPS.every(({ isDone }) => isDone(facts))) return null;
  return (
    <Section title={t('firstSteps')}>
      <Text c="dimmed" mb="sm">
        {t('firstSteps.text')}
      </Text>
      <ul className={classes.steps}>
        {STEPS.map(({ name, page, isDone }) => {
          const done = isDone(facts);
          return (
            <li key={name} className={classes.step} data-done={done || undefined}>
              <span className={classes.mark}>
                <Icon name={done ? 'check' : 'clock'} />
                <span className="read-aloud">{done ? t('step.done') : t('step.open')}</span>
              </span>
              <span>
                <Anchor component={Link} to={`/orgs/${encodeURIComponent(orgId)}/${page}`} inherit fw={600}>
                  {t(`step.${name}`)}
                </Anchor>
                <br />
                {t(`step.${name}.text`)}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
