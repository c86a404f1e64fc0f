// The keys behind tokens: their states, the next ones, and what to do with a key that may be stolen.
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service');
const KEYS = '/admin/v1/keys';
const STATES = ['published', 'active', 'retired'] as const;

export default function KeysPage() {
  const canChange = useMay()('key.write');
  const [isRotating, setRotating] = useState(false);
  const [revoked, setRevoked] = useState<string>();
  const { data, error, refetch } = useQuery(reading(KEYS, {}));
  const stateOf = (state: string) => STATES.find((one) => one === state);
  const entry = (kid: string, state: string, createdAt: string, what: string) => {
    const known = stateOf(state);
    return {
      key: kid,
      title: (
        <>
          {what} <bdi>{kid}</bdi>
        </>
      ),
      text: (
        <>
          {t('keys.created')} <When at={createdAt} />
        </>
      ),
      action: (
        <>
          <StateBadge tone={state === 'active' ? 'good' : 'plain'}>{known ? t(`keys.state.${known}`) : state}</StateBadge>
          {canChange && (
            <Button variant="subtle" size="xs" onClick={() => setRevoked(kid)} aria-label={t('keys.revoke.named', { name: kid })}>
              {t('keys.revoke')}
            </Button>
          )}
        </>
      ),
    };
  };
  return (
    <Stack>
      <PageHeader title={t('keys')}>{canChange && <Button onClick={() => setRotating(true)}>{t('keys.rotate')}</Button>}</PageHeader>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <Section title={t('keys.signing')}>
            <ItemList
              empty={t('keys.none')}
              items={data?.data.keys.map(({ kid, state, createdAt, alg }) => entry(kid, state, createdAt, alg))}
            />
          </Section>
          <Section title={t('keys.sealing')}>
            <ItemList
              empty={t('keys.none')}
              items={data?.data.sealingKeys.map(({ kid, state, createdAt }) => entry(kid, state, createdAt, ''))}
            />
          </Section>
        </>
      )}
      {isRotating && (
        <ChangeDialog
          title={t('keys.rotate')}
          confirm={t('keys.rotate')}
          request={apiRequest('post', `${KEYS}/_rotate`, { body: {} })}
          stale={[KEYS]}
          done={t('keys.rotated')}
          onClose={() => setRotating(false)}
        >
          {t('keys.rotate.text')}
        </ChangeDialog>
      )}
      {revoked !== undefined && (
        <ChangeDialog
          title={t('keys.revoke.named', { name: revoked })}
          confirm={t('keys.revoke')}
          request={apiRequest('post', `${KEYS}/{kid}/_revoke`, { path: { kid: revoked } })}
          stale={[KEYS]}
          done={t('keys.revoked')}
          isDanger
          nameToType={revoked}
          onClose={() => setRevoked(undefined)}
        >
          {t('keys.revoke.text')}
        </ChangeDialog>
      )}
    </Stack>
  );
}
