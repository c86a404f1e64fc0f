// For people without a role, and for pages that a role doesn't include.
import { Anchor, Stack, Text } from '@mantine/core';
import { PageHeader } from '../components/page-header.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);

/** @param needs the permission that is missing; without it the person has none at all */
export function NoAccess({ needs }: { needs?: string }) {
  return (
    <Stack>
      <PageHeader title={t('noAccess.title')} />
      <Text>{needs === undefined ? t('noAccess.none') : t('noAccess.page', { permission: needs })}</Text>
      <Text>
        <Anchor href="/account">{t('noAccess.account')}</Anchor>
      </Text>
    </Stack>
  );
}
