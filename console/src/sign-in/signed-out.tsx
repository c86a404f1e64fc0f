// Where a sign-out ends.
import { Button, Stack, Text, Title } from '@mantine/core';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './alone.module.css';
import { leaveForSignIn } from './session.ts';

const t = textsOf<typeof en>(SHELL);

export function SignedOut() {
  document.title = `${t('signedOut.title')} – Gatehouse`;
  return (
    <main className={classes.alone}>
      <Stack>
        <Title order={1}>{t('signedOut.title')}</Title>
        <Text>{t('signedOut.text')}</Text>
        <Button onClick={() => void leaveForSignIn()}>{t('signedOut.signIn')}</Button>
      </Stack>
    </main>
  );
}
