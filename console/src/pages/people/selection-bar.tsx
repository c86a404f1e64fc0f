// How many people are chosen in a list, and what can be done with them.
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { textsOf } from '../../texts/texts.ts';
import classes from './selection-bar.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

export function SelectionBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <Group className={classes.bar} gap="xs">
      <Text fw={600}>{t('bulk.chosen', { count })}</Text>
      {children}
      <Button variant="subtle" size="xs" onClick={onClear}>
        {t('bulk.none')}
      </Button>
    </Group>
  );
}
