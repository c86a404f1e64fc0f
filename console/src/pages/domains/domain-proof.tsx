// How an organization proves its domain: what to publish, and the check whether it is published.
import { Alert, Button, Group, List, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/changing.ts';
import { apiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import type { ApiFault } from '../../api/fault.ts';
import { announce } from '../../components/announcements.tsx';
import { CopyRequest } from '../../components/copy-request.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { DOMAIN, STALE, type Domain, type DomainPlace } from './domain.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('domains');

type Challenge = components['schemas']['DomainChallenge'];
const METHODS = ['dns', 'http'] as const;
const STEPS = ['prepare', 'publish', 'check'] as const;

export function DomainProof(place: DomainPlace) {
  const name = place.domain;
  const [method, setMethod] = useState<Challenge['method']>('dns');
  const challenge = useChange<Challenge>([]);
  const check = useChange<Domain>(STALE, () => announce(t('verify.done', { name })));
  const requests = {
    challenge: apiRequest('post', `${DOMAIN}/_challenge`, { path: place, body: { method } }),
    check: apiRequest('post', `${DOMAIN}/_prove`, { path: place }),
  };
  const published = challenge.data?.data;
  return (
    <Section title={t('proof')}>
      <Stack>
        <Text>{t('proof.text', { name })}</Text>
        <Radio.Group label={t('method')} value={method} onChange={(value) => setMethod(value as Challenge['method'])}>
          <Stack gap="xs" mt="xs">
            {METHODS.map((one) => (
              <Radio key={one} value={one} label={t(`method.${one}`)} description={t(`method.${one}.text`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group gap="xs">
          <Button variant="default" loading={challenge.isPending} onClick={() => challenge.mutate({ request: requests.challenge })}>
            {t(`challenge.${method}`)}
          </Button>
          <CopyRequest request={requests.challenge} of={t(`challenge.${method}`)} />
        </Group>
        {challenge.error && <Fault error={challenge.error} />}
        {published?.method === method && <ToPublish challenge={published} />}
        <Text c="dimmed">{t('check.text')}</Text>
        {check.error && <CheckFault fault={check.error} />}
        <Group gap="xs">
          <Button loading={check.isPending} onClick={() => check.mutate({ request: requests.check })}>
            {t('check')}
          </Button>
          <CopyRequest request={requests.check} of={t('check')} />
        </Group>
      </Stack>
    </Section>
  );
}

function ToPublish({ challenge: { domain, method, name, content, expiresAt } }: { challenge: Challenge }) {
  return (
    <Alert role="status" title={t(`publish.${method}`)}>
      <Stack gap="sm">
        <List type="ordered">
          {STEPS.map((step) => (
            <List.Item key={step}>{t(`step.${method}.${step}`, { name: domain })}</List.Item>
          ))}
        </List>
        <Facts
          items={[
            [t(`name.${method}`), <CopyValue key="name" name={t(`name.${method}`)} value={name} />],
            [t(`content.${method}`), <CopyValue key="content" name={t(`content.${method}`)} value={content} />],
            [t('expiresAt'), <When key="end" at={expiresAt} />],
          ]}
        />
      </Stack>
    </Alert>
  );
}

/** Why the domain isn't verified yet. The two usual reasons say what to do. */
const REASONS = { 'domain.notProved': 'check.notProved', 'domain.noChallenge': 'check.noChallenge' } as const;

function CheckFault({ fault }: { fault: ApiFault }) {
  const reason = REASONS[fault.problem.code as keyof typeof REASONS];
  if (reason === undefined) return <Fault error={fault} />;
  return (
    <Alert color="danger" icon={<Icon name="alert" />} role="alert">
      {t(reason)}
    </Alert>
  );
}
