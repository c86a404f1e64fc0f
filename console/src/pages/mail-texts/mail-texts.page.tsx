// Every mail that an organization sends, and the languages in which it has a text of its own.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import { addressOfText, firstLanguage, nameOfLanguage, readingTexts } from './mail-texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('mail-texts');

export default function MailTextsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(readingTexts(orgId));
  const all = data?.data.mailTexts;
  const language = firstLanguage([...new Set(all?.map((one) => one.language))]);
  const kinds = all && [...new Set(all.map(({ kind }) => kind))];
  const ownOf = (kind: string) => all?.filter((one) => one.kind === kind && one.isOwn).map((one) => nameOfLanguage(one.language)) ?? [];
  return (
    <Stack>
      <PageHeader title={t('title')} back={{ to: `/orgs/${encodeURIComponent(orgId)}/branding`, name: t('branding') }} />
      <Text c="dimmed">{t('text')}</Text>
      {error ? (
        <Fault error={error} onRetry={() => void refetch()} />
      ) : (
        <ItemList
          empty={t('title')}
          items={kinds?.map((kind) => ({
            key: kind,
            title: <Link to={addressOfText({ orgId, kind, language })}>{t(`kind.${kind}` as 'kind.invitation')}</Link>,
            text: t(`kind.${kind}.text` as 'kind.invitation.text'),
            action: ownOf(kind).length > 0 && <StateBadge tone="good">{t('own', { languages: ownOf(kind).join(', ') })}</StateBadge>,
          }))}
        />
      )}
    </Stack>
  );
}
