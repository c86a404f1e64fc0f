import type { ReactNode } from 'react';
import classes from './state-badge.module.css';

/** A state in one or two words. */
export function StateBadge({ tone, children }: { tone: 'good' | 'bad' | 'plain'; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>;
}
