// What a new organization needs; each step ticks itself by what is there.
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import classes from './first-steps.module.css';
import type { Statistics } from './statistics.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

/** Projects that the service adds for itself, by id or name: the console, the explorer, the command line. */
const OF_THE_SERVICE = ['console', 'api-explorer', 'Gatehouse'];
const MOST = 10;

interface Facts {
  statistics: Statistics;
  hasOwnProject: boolean;
}

const STEPS = [
  { name: 'people', isDone: ({ statistics: { people } }: Facts) => people.active + people.inactive > 1 },
  { name: 'domain', isDone: ({ statistics: { domains } }: Facts) => domains > 1 },
  { name: 'application', isDone: ({ statistics: { applications }, hasOwnProject }: Facts) => applications > 0 && hasOwnProject },
] as const;

export function FirstSteps({ orgId, statistics }: { orgId: string; statistics: Statistics }) {
  const { data } = useQuery(reading('/admin/v1/organizations/{orgId}/projects', { path: { orgId }, query: { limit: MOST } }));
  const isOwn = ({ projectId, name }: { projectId: string; name: string }) =>
    ![projectId, name].some((word) => OF_THE_SERVICE.includes(word));
  const hasOwnProject = data?.data.projects.some(isOwn) ?? false;
  return (
    <ul className={classes.steps}>
      {STEPS.map(({ name, isDone }) => {
        const done = isDone({ statistics, hasOwnProject });
        return (
          <li key={name} className={classes.step} data-done={done || undefined}>
            <span className={classes.mark}>
              <Icon name={done ? 'check' : 'clock'} />
              <span className="read-aloud">{done ? t('step.done') : t('step.open')}</span>
            </span>
            <span>
              <b>{t(`step.${name}`)}</b>
              <br />
              {t(`step.${name}.text`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
