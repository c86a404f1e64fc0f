// Every kind of policy of an organization or of the service, and about which something was decided here.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import { kindsOf, readingPolicies } from './policies.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('policies');

export default function PoliciesPage() {
  const { orgId } = useParams({ strict: false });
  const scope = orgId === undefined ? 'service' : 'organization';
  const { data, error, refetch } = useQuery(readingPolicies({ orgId }));
  const decided = (kind: string) => Object.keys(data?.data.policies.find((one) => one.kind === kind)?.own ?? {}).length;
  const base = orgId === undefined ? '/service/policies' : `/orgs/${encodeURIComponent(orgId)}/policies`;
  const addressOf = (kind: string): string => `${base}/${kind}`;
  return (
    <Stack>
      <PageHeader title={t(`title.${scope}`)} />
      <Text c="dimmed">{t(`text.${scope}`)}</Text>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      <ItemList
        empty={t('title.organization')}
        items={
          data &&
          kindsOf({ orgId }).map((kind) => ({
            key: kind,
            title: <Link to={addressOf(kind)}>{t(`kind.${kind}`)}</Link>,
            text: t(`kind.${kind}.text`),
            action: decided(kind) > 0 && <StateBadge tone="good">{t('decided', { count: decided(kind) })}</StateBadge>,
          }))
        }
      />
    </Stack>
  );
}
