// What the change in a form would do to the people of the organization, as a dry run says it.
import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sendRequest, type ApiRequest } from '../../api/client.ts';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { asDryRun, type Effect, type Policy } from './policies.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('policies');
const WAIT_MS = 500;

/** @param request the change as it would be sent */
export function PolicyEffects({ request }: { request: ApiRequest<Policy> }) {
  const [settled] = useDebouncedValue(request, WAIT_MS);
  const { data } = useQuery({
    queryKey: ['effects of a policy', settled.route, settled.input],
    // What is refused is said when it is saved.
    retry: false,
    queryFn: ({ signal }) => sendRequest(asDryRun(settled), { signal }),
  });
  const { effects = [], effective } = data?.data ?? {};
  return (
    <div role="status">
      {effects.length > 0 && (
        <Alert color="accent" icon={<Icon name="alert" />} title={t('effects')}>
          {effects.map((one) => (
            <Text key={one.effect} size="sm">
              {effectText(one, Number(effective?.['graceDays']))}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  );
}

function effectText({ effect, people: count, atLeast }: Effect, days: number): string {
  const who = t(atLeast ? 'effects.atLeast' : 'effects.people', { count });
  if (effect === 'signInLost') return t('effects.signInLost', { who });
  return days > 0 ? t('effects.secondStep', { who, count: days }) : t('effects.secondStepNow', { who });
}
