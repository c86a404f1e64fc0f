import { ActionIcon } from '@mantine/core';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './copy-block.module.css';
import { copyText } from './copy-value.tsx';

const t = textsOf<typeof en>(SHELL);

/** Lines of a program or of a terminal. @param name what they are */
export function CopyBlock({ name, text }: { name: string; text: string }) {
  return (
    <div className={classes.block}>
      <pre className={classes.text} tabIndex={0} role="region" aria-label={name}>
        {text}
      </pre>
      <ActionIcon className={classes.copy} variant="default" aria-label={t('copy', { name })} onClick={() => void copyText(text)}>
        <Icon name="copy" />
      </ActionIcon>
    </div>
  );
}
