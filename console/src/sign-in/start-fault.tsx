// The console could not start: no service, no application, or an address without TLS.
import { Stack, Text, Title } from '@mantine/core';
import { Fault } from '../components/fault.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './alone.module.css';

const t = textsOf<typeof en>(SHELL);

export function StartFault({ error }: { error: unknown }) {
  document.title = `${t('fault.title')} – Gatehouse`;
  return (
    <main className={classes.alone}>
      <Stack>
        <Title order={1}>{t('fault.title')}</Title>
        {/* Browsers offer the cryptography of a sign-in only here. */}
        {window.isSecureContext ? <Fault error={error} onRetry={() => location.reload()} /> : <Text>{t('insecure')}</Text>}
      </Stack>
    </main>
  );
}
