import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber } from '../../texts/formats.ts';
import { textsOf } from '../../texts/texts.ts';
import classes from './counts.module.css';
import type { Counts as Numbers } from './overview.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

/** Counts that only readers of the organization have. */
const OTHERS = ['projects', 'applications', 'serviceUsers', 'domains'] as const;

export function Counts({ orgId, counts }: { orgId: string; counts: Numbers }) {
  const { people, groups } = counts;
  return (
    <dl className={classes.counts}>
      <Count name={t('people')}>
        <Anchor component={Link} to={`/orgs/${encodeURIComponent(orgId)}/people`} inherit>
          {formatNumber(people.total)}
        </Anchor>
        {(['deactivated', 'invited'] as const).map((name) => {
          const { count, atLeast } = people[name];
          return count > 0 && <small key={name}>{t(`people.${name}`, { number: formatNumber(count) + (atLeast ? '+' : '') })}</small>;
        })}
      </Count>
      <Count name={t('groups')}>{formatNumber(groups)}</Count>
      {OTHERS.map((name) => {
        const count = counts[name];
        return (
          count !== undefined && (
            <Count key={name} name={t(name)}>
              {formatNumber(count)}
            </Count>
          )
        );
      })}
    </dl>
  );
}

function Count({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.count}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
