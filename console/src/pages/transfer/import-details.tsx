// How far an import is, what it did, and what is wrong with the lines of its file.
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import list from '../../components/data-table.module.css';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ImportState } from './import-state.tsx';
import { isRunning, MOST_FAULTS, readingFaults, type Import } from './imports.ts';
import classes from './rows.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

export function ImportDetails({ one }: { one: Import }) {
  const remarks = Object.values(one.errors).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Summary one={one} />
      {remarks > 0 && <Faults one={one} count={remarks} />}
    </>
  );
}

function Summary({ one }: { one: Import }) {
  const percent = one.records === 0 ? 0 : Math.round((100 * one.done) / one.records);
  return (
    <Section title={t(one.dryRun ? 'progress.dryRun' : 'progress')}>
      <Stack gap="sm">
        {isRunning(one) && <Progress value={percent} aria-label={t('progress')} />}
        <Facts
          items={[
            [t('state'), <ImportState key="state" one={one} />],
            [t('done'), t('done.of', { done: one.done, records: one.records })],
            [t('created'), String(one.added)],
            [t('changed'), String(one.changed)],
            [t('failed'), String(one.failed)],
            [t('secondsLeft'), isRunning(one) && one.secondsLeft !== null ? String(one.secondsLeft) : undefined],
            [t('startedAt'), <When key="created" at={one.createdAt} />],
            [t('endedAt'), one.endedAt && <When at={one.endedAt} />],
            [t('reason'), one.reason && <bdi>{one.reason}</bdi>],
          ]}
        />
        {one.dryRun && !isRunning(one) && <Text c="dimmed">{t('dryRun.text')}</Text>}
      </Stack>
    </Section>
  );
}

function Faults({ one, count }: { one: Import; count: number }) {
  const { data, error, refetch } = useQuery(readingFaults(one.id, count));
  return (
    <Section title={t('faults')}>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data && count > MOST_FAULTS && (
        <Text c="dimmed" mb="sm">
          {t('faults.first', { shown: MOST_FAULTS, count, id: one.id })}
        </Text>
      )}
      {data && (
        <table className={`${list.table} ${classes.rows}`}>
          <caption className="read-aloud">{t('faults')}</caption>
          <thead>
            <tr>
              <th scope="col" className={classes.line}>
                {t('line')}
              </th>
              <th scope="col">{t('message')}</th>
              <th scope="col" className={`${list.wide} ${classes.side}`}>
                {t('id')}
              </th>
              <th scope="col" className={`${list.wide} ${classes.side}`}>
                {t('kind')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ line, message, id, kind }, at) => (
              // Faults have no id of their own, and never change their places.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <td className={classes.line}>{line}</td>
                <td>
                  <bdi>{message}</bdi>
                </td>
                <td className={list.wide}>
                  <bdi>{id}</bdi>
                </td>
                <td className={list.wide}>{kind}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
