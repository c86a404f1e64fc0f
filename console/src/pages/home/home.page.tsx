// Where an administrator begins: what needs attention, the sign-ins of 30 days, how much there is, and the first steps of a new organization.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { reading } from '../../api/reading.ts';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { Attention } from './attention.tsx';
import { Counts } from './counts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OwnProjects } from './own-projects.tsx';
import { SignIns } from './sign-ins.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

export default function HomePage() {
  const { orgId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  return (
    <Stack>
      <PageHeader title={t('title')} />
      <OwnProjects orgId={orgId} />
      {may('user.read') && <OrganizationHome orgId={orgId} />}
    </Stack>
  );
}

function OrganizationHome({ orgId }: { orgId: string }) {
  const mayInService = useMay();
  const mayRead = useMay({ orgId })('org.read');
  const { data, error, refetch } = useQuery(reading('/admin/v1/organizations/{orgId}/overview', { path: { orgId } }));
  const ofService = useQuery({ ...reading('/admin/v1/overview', {}), enabled: mayInService('user.read') });
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data || ofService.isLoading) return fault ?? <Loading />;
  const { counts, signIns, attention } = data.data;
  return (
    <>
      {fault}
      {ofService.error && <Fault error={ofService.error} onRetry={() => void ofService.refetch()} />}
      <Attention orgId={orgId} items={[...attention, ...(ofService.data?.data.attention ?? [])]} />
      <Section title={t('signIns')}>
        <SignIns days={signIns} />
      </Section>
      <Section title={t('counts')}>
        <Counts orgId={orgId} counts={counts} />
      </Section>
      {mayRead && <FirstSteps orgId={orgId} counts={counts} />}
    </>
  );
}
