import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { chosenLanguage } from '../../texts/language.ts';
import { textsOf } from '../../texts/texts.ts';
import classes from './counts.module.css';
import type { Statistics } from './statistics.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');
const NUMBER = new Intl.NumberFormat(chosenLanguage());

export function Counts({ orgId, statistics }: { orgId: string; statistics: Statistics }) {
  const { people, serviceUsers, groups, projects, applications, domains } = statistics;
  return (
    <dl className={classes.counts}>
      <Count name={t('people')} value={people.active + people.inactive}>
        <Link to="/orgs/$orgId/people" params={{ orgId }}>
          {NUMBER.format(people.active + people.inactive)}
        </Link>
        {people.inactive > 0 && (
          <small>
            {NUMBER.format(people.inactive)} {t('people.inactive')}
          </small>
        )}
      </Count>
      <Count name={t('groups')} value={groups} />
      <Count name={t('projects')} value={projects} />
      <Count name={t('applications')} value={applications} />
      <Count name={t('serviceUsers')} value={serviceUsers.active + serviceUsers.inactive} />
      <Count name={t('domains')} value={domains} />
    </dl>
  );
}

function Count({ name, value, children }: { name: string; value: number; children?: ReactNode }) {
  return (
    <div className={classes.count}>
      <dt>{name}</dt>
      <dd>{children ?? NUMBER.format(value)}</dd>
    </div>
  );
}
