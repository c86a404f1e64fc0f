// The sign-ins of the last days as a picture, and as a table for those who don't see it.
import { formatDay, formatNumber } from '../../texts/formats.ts';
import { textsOf } from '../../texts/texts.ts';
import type { SignInDay } from './overview.ts';
import classes from './sign-ins.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');
const [WIDTH, HEIGHT, GAP] = [600, 120, 4];

export function SignIns({ days }: { days: readonly SignInDay[] }) {
  const sum = (name: 'succeeded' | 'failed') => days.reduce((total, day) => total + day[name], 0);
  const [succeeded, failed] = [formatNumber(sum('succeeded')), formatNumber(sum('failed'))];
  return (
    <>
      <Picture days={days} />
      <p className={classes.ends} aria-hidden="true">
        {[days.at(0), days.at(-1)].map((day) => day && <span key={day.day}>{formatDay(day.day)}</span>)}
      </p>
      <p className={classes.sums}>
        <span className={classes.succeeded}>{t('signIns.succeeded', { number: succeeded })}</span>
        <span className={classes.failed}>{t('signIns.failed', { number: failed })}</span>
      </p>
      <table className="read-aloud">
        <caption>{t('signIns')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('signIns.day')}</th>
            <th scope="col">{t('signIns.succeeded.column')}</th>
            <th scope="col">{t('signIns.failed.column')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day)}</th>
              <td>{formatNumber(day.succeeded)}</td>
              <td>{formatNumber(day.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A bar for each day: failed ones above those that succeeded. */
function Picture({ days }: { days: readonly SignInDay[] }) {
  const most = Math.max(1, ...days.map(({ succeeded, failed }) => succeeded + failed));
  const step = WIDTH / days.length;
  return (
    <svg className={classes.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {days.map(({ day, succeeded, failed }, at) => {
        const bar = { x: at * step + GAP / 2, width: step - GAP };
        const [below, above] = [(succeeded / most) * HEIGHT, (failed / most) * HEIGHT];
        return (
          <g key={day}>
            <rect {...bar} y={HEIGHT - below} height={below} className={classes.bar} />
            <rect {...bar} y={HEIGHT - below - above} height={above} className={classes.fault} />
            <rect {...bar} y={HEIGHT - 1} height={1} className={classes.floor} />
          </g>
        );
      })}
    </svg>
  );
}
