import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../components/page-header.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);

export function NotFound() {
  return (
    <Stack>
      <PageHeader title={t('notFound.title')} />
      <Text>{t('notFound.text')}</Text>
      <Text>
        <Link to="/">{t('notFound.home')}</Link>
      </Text>
    </Stack>
  );
}
