// Where an administrator begins: first steps of a new organization, and how much it has.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { reading } from '../../api/reading.ts';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { Counts } from './counts.tsx';
import { FirstSteps } from './first-steps.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

export default function HomePage() {
  const { orgId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  return (
    <Stack>
      <PageHeader title={t('title')} />
      {may('org.read') && <Overview orgId={orgId} />}
    </Stack>
  );
}

function Overview({ orgId }: { orgId: string }) {
  const { data, error, refetch } = useQuery(reading('/admin/v1/organizations/{orgId}/statistics', { path: { orgId } }));
  if (error) return <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <Section title={t('counts')}>
        <Counts orgId={orgId} statistics={data.data} />
      </Section>
      <Section title={t('firstSteps')}>
        <Text c="dimmed" mb="sm">
          {t('firstSteps.text')}
        </Text>
        <FirstSteps orgId={orgId} statistics={data.data} />
      </Section>
    </>
  );
}
