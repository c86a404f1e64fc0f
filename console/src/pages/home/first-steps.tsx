// What a new organization needs; each step ticks itself by what is there.
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import classes from './first-steps.module.css';
import type { Statistics } from './statistics.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

const STEPS = [
  { name: 'people', isDone: ({ people }: Statistics) => people.active + people.inactive > 1 },
  { name: 'domain', isDone: ({ domains }: Statistics) => domains > 1 },
  { name: 'application', isDone: ({ applications }: Statistics) => applications > 0 },
] as const;

export function FirstSteps({ statistics }: { statistics: Statistics }) {
  return (
    <ul className={classes.steps}>
      {STEPS.map(({ name, isDone }) => {
        const done = isDone(statistics);
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
