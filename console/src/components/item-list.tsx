import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './item-list.module.css';
import { Loading } from './loading.tsx';

export interface Item {
  key: string;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}

/** A short list within a section. @param items undefined while they are read */
export function ItemList({ items, empty }: { items: readonly Item[] | undefined; empty: string }) {
  if (items === undefined) return <Loading />;
  if (items.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <ul className={classes.list}>
      {items.map(({ key, title, text, action }) => (
        <li key={key} className={classes.item}>
          <div className={classes.words}>
            <div>{title}</div>
            {text !== undefined && <div className={classes.text}>{text}</div>}
          </div>
          {action}
        </li>
      ))}
    </ul>
  );
}
