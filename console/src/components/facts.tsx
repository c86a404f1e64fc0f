import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values; those without a value are left out. */
export function Facts({ items }: { items: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  return (
    <dl className={classes.facts}>
      {items.flatMap(([name, value]) =>
        value === undefined || value === null || value === ''
          ? []
          : [
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
