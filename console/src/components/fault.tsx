// Why something failed, in words, with the id by which the log finds the request.
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { asFault, UNREACHED, type ApiFault } from '../api/fault.ts';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);

/** By status; other refusals are told by the service. */
const WORDS = {
  [UNREACHED]: 'fault.unreached',
  401: 'fault.401',
  403: 'fault.403',
  404: 'fault.404',
  409: 'fault.409',
  412: 'fault.412',
  429: 'fault.429',
  500: 'fault.500',
  502: 'fault.503',
  503: 'fault.503',
  504: 'fault.503',
} as const;

export function faultText({ status, retryAfterSeconds, problem }: ApiFault): string {
  if (status === 429 && retryAfterSeconds !== undefined) return t('fault.429.seconds', { count: retryAfterSeconds });
  if (problem.code === 'access.signInNotFresh') return t('fault.signInNotFresh');
  const key = WORDS[status as keyof typeof WORDS];
  return key === undefined ? problem.detail || t('fault.500') : t(key);
}

/** @param onRetry offers another attempt; a change is sent again by its own button */
export function Fault({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const fault = asFault(error);
  const { detail, requestId } = fault.problem;
  const text = faultText(fault);
  return (
    <Alert color="danger" icon={<Icon name="alert" />} role="alert">
      <Text>{text}</Text>
      {detail !== '' && detail !== text && <Text size="sm">{detail}</Text>}
      {requestId !== undefined && (
        <Text size="xs" mt="xs">
          {t('fault.request')} <Code>{requestId}</Code>
        </Text>
      )}
      {onRetry && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('fault.retry')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
