import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** In the place of a list without entries: what would be here, and what to do. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack className={classes.empty} align="center" gap="xs">
      <Text fw={600}>{title}</Text>
      {children && <Text c="dimmed">{children}</Text>}
      {action}
    </Stack>
  );
}
