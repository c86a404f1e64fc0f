import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const CHALLENGE_BYTES = 32;

/**
 * Begins a sign-in as the application does, in a tab of its own. It ends at the application, which didn't ask for it and so refuses the answer:
 * what is tried is the way there, with the pages that people see.
 */
export function TryIt({ clientId, redirectUri }: { clientId: string; redirectUri: string }) {
  const [challenge] = useState(randomChallenge);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    prompt: 'login',
  });
  return (
    <Button
      component="a"
      variant="default"
      href={`${location.origin}/oauth/v2/authorize?${query.toString()}`}
      target="_blank"
      rel="noreferrer"
      leftSection={<Icon name="screen" />}
    >
      {t('tryIt')}
    </Button>
  );
}

/** Of no verifier: the code is never redeemed. */
function randomChallenge(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
