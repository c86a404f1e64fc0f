// Over the page when the sign-in has ended, or is too old for a change: signs in again in a window of its own, so that nothing that was typed is lost.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { Dialog } from '../components/dialog.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { giveUpSignIn, neededSignIn, signInAgain } from './session.ts';

const t = textsOf<typeof en>(SHELL);

export function SignInAgain() {
  const needed = useSyncExternalStore(neededSignIn.subscribe, neededSignIn.read);
  const [hasFailed, setFailed] = useState(false);
  const reason = needed?.demand === undefined ? 'lost' : 'stepUp';
  const signIn = () => {
    setFailed(false);
    // Closed by the person, or blocked by the browser.
    signInAgain().catch(() => setFailed(true));
  };
  const giveUp = () => {
    setFailed(false);
    giveUpSignIn();
  };
  return (
    <Dialog
      opened={needed !== undefined}
      onClose={reason === 'stepUp' ? giveUp : () => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      title={t(`${reason}.title`)}
      zIndex={600}
    >
      <Stack>
        <Text>{t(needed?.demand?.acrValues === undefined ? `${reason}.text` : 'stepUp.text.factors')}</Text>
        {hasFailed && (
          <Text role="alert" c="danger">
            {t('lost.failed')}
          </Text>
        )}
        <Group gap="xs">
          <Button onClick={signIn}>{t('lost.signIn')}</Button>
          {reason === 'stepUp' && (
            <Button variant="default" onClick={giveUp}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
