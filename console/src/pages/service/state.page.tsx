// Whether the service is well: what it checks, read-only mode, features, and background jobs.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service');
const JOBS = '/admin/v1/jobs';
const MODE = '/admin/v1/read-only-mode';
const FEATURES = '/admin/v1/features';
const CHECK_MS = 10_000;

export default function StatePage() {
  const may = useMay();
  return (
    <Stack>
      <PageHeader title={t('state')} />
      <Checks />
      {may('mode.read') && <ReadOnlyMode canChange={may('mode.write')} />}
      {may('feature.read') && <Features canChange={may('feature.write')} />}
      <Jobs canChange={may('job.write')} />
    </Stack>
  );
}

function Checks() {
  const { data, error, refetch } = useQuery({ ...reading('/readyz', {}), refetchInterval: CHECK_MS });
  return (
    <Section title={t('state.checks')}>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data && (
        <Facts
          items={Object.entries(data.data.checks).map(
            ([name, state]) =>
              [
                name,
                <StateBadge key={name} tone={state === 'ok' ? 'good' : 'bad'}>
                  {state}
                </StateBadge>,
              ] as const,
          )}
        />
      )}
    </Section>
  );
}

function ReadOnlyMode({ canChange }: { canChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { data, error } = useQuery(reading(MODE, {}));
  const mode = data?.data;
  const action = mode?.readOnly ? 'end' : 'begin';
  return (
    <Section
      title={t('mode')}
      actions={
        canChange &&
        mode && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t(`mode.${action}`)}
          </Button>
        )
      }
    >
      {error && <Fault error={error} />}
      {mode && (
        <>
          <Text>{t(mode.readOnly ? 'mode.on' : 'mode.off')}</Text>
          <Facts
            items={[
              [t('mode.since'), mode.since && <When at={mode.since} />],
              [t('mode.reason'), mode.reason && <bdi>{mode.reason}</bdi>],
            ]}
          />
        </>
      )}
      {isOpen && (
        <ChangeDialog
          title={t(`mode.${action}`)}
          confirm={t(`mode.${action}`)}
          request={
            action === 'begin'
              ? apiRequest('post', `${MODE}/_begin`, { body: reason === '' ? {} : { reason } })
              : apiRequest('post', `${MODE}/_end`, {})
          }
          stale={[MODE]}
          done={t(`mode.${action}.done`)}
          isDanger={action === 'begin'}
          onClose={() => setOpen(false)}
        >
          {(fault) => (
            <Stack gap="sm">
              <Text>{t(`mode.${action}.text`)}</Text>
              {action === 'begin' && (
                <FirstField label={t('mode.reason')} value={reason} error={fault?.detailFor('reason')} onType={setReason} />
              )}
            </Stack>
          )}
        </ChangeDialog>
      )}
    </Section>
  );
}

function Features({ canChange }: { canChange: boolean }) {
  const [switched, setSwitched] = useState<[name: string, isOn: boolean]>();
  const { data, error } = useQuery(reading(FEATURES, {}));
  const nameOf = (name: string) => (name === 'oidcTokenExchange' ? t('features.oidcTokenExchange') : name);
  return (
    <Section title={t('features')}>
      {error && <Fault error={error} />}
      <ItemList
        empty={t('features.none')}
        items={
          data &&
          Object.entries(data.data).map(([name, isOn]) => ({
            key: name,
            title: nameOf(name),
            text: t(isOn ? 'features.on' : 'features.off'),
            action: canChange && (
              <Button variant="default" size="xs" onClick={() => setSwitched([name, !isOn])}>
                {t(isOn ? 'features.switchOff' : 'features.switchOn')}
              </Button>
            ),
          }))
        }
      />
      {switched && (
        <ChangeDialog
          title={nameOf(switched[0])}
          confirm={t(switched[1] ? 'features.switchOn' : 'features.switchOff')}
          request={apiRequest('put', FEATURES, { body: { [switched[0]]: switched[1] } })}
          stale={[FEATURES]}
          done={t('features.done')}
          onClose={() => setSwitched(undefined)}
        >
          {t('features.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

function Jobs({ canChange }: { canChange: boolean }) {
  const [started, setStarted] = useState<{ jobId: string; name: string }>();
  const { data, error, refetch } = useQuery(reading(JOBS, {}));
  return (
    <Section title={t('jobs')}>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      <ItemList
        empty={t('jobs.none')}
        items={data?.data.jobs.map(({ jobId, name, lastRun }) => ({
          key: jobId,
          title: name,
          text: lastRun ? (
            <>
              {t('jobs.last')} <When at={lastRun.endedAt} />
              {lastRun.error !== null && <bdi> – {lastRun.error}</bdi>}
            </>
          ) : (
            t('jobs.never')
          ),
          action: (
            <Group gap="xs">
              {lastRun && (
                <StateBadge tone={lastRun.error === null ? 'good' : 'bad'}>
                  {t(lastRun.error === null ? 'jobs.good' : 'jobs.failed')}
                </StateBadge>
              )}
              {canChange && (
                <Button variant="subtle" size="xs" onClick={() => setStarted({ jobId, name })} aria-label={t('jobs.run.named', { name })}>
                  {t('jobs.run')}
                </Button>
              )}
            </Group>
          ),
        }))}
      />
      {started && (
        <ChangeDialog
          title={t('jobs.run.named', { name: started.name })}
          confirm={t('jobs.run')}
          request={apiRequest('post', `${JOBS}/{jobId}/_run`, { path: { jobId: started.jobId } })}
          stale={[JOBS]}
          done={t('jobs.started', { name: started.name })}
          onClose={() => setStarted(undefined)}
        >
          {t('jobs.run.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}
