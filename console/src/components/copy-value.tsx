import { ActionIcon, Code, Group } from '@mantine/core';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { announce } from './announcements.tsx';
import classes from './copy-value.module.css';

const t = textsOf<typeof en>(SHELL);

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  announce(t('copied'));
}

/** An id, an address or a line to copy. @param name what it is */
export function CopyValue({ name, value }: { name: string; value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code className={classes.value}>{value}</Code>
      <ActionIcon variant="subtle" aria-label={t('copy', { name })} onClick={() => void copyText(value)}>
        <Icon name="copy" />
      </ActionIcon>
    </Group>
  );
}
