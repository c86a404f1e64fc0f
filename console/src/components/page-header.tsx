// The title of a page, which is also that of the tab, with its main actions.
import { Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { Icon } from '../look/icon.tsx';
import classes from './page-header.module.css';

/** @param back the page above this one */
export function PageHeader({ title, back, children }: { title: string; back?: { to: string; name: string }; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Gatehouse`;
  }, [title]);
  return (
    <>
      {back && (
        <Link to={back.to} className={classes.back}>
          <Icon name="back" />
          {back.name}
        </Link>
      )}
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {children && <Group gap="xs">{children}</Group>}
      </Group>
    </>
  );
}
