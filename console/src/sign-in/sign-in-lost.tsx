// Over the page when the sign-in has ended: signs in again in a window of its own, so that nothing that was typed is lost.
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { lostSignIn, signInAgain } from './session.ts';

const t = textsOf<typeof en>(SHELL);

export function SignInLost() {
  const isLost = useSyncExternalStore(lostSignIn.subscribe, lostSignIn.read);
  const [hasFailed, setFailed] = useState(false);
  const signIn = () => {
    setFailed(false);
    // Closed by the person, or blocked by the browser.
    signInAgain().catch(() => setFailed(true));
  };
  return (
    <Modal
      opened={isLost}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('lost.title')}
      zIndex={600}
    >
      <Stack>
        <Text>{t('lost.text')}</Text>
        {hasFailed && (
          <Text role="alert" c="danger">
            {t('lost.failed')}
          </Text>
        )}
        <Button onClick={signIn}>{t('lost.signIn')}</Button>
      </Stack>
    </Modal>
  );
}
