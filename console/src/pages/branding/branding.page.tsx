// How the sign-in pages and mails look: a draft that is changed and previewed here, and published when it is ready.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { sendRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import { brandingAction, brandingPreview, readingBranding, staleRoutes, type Scope } from './branding.ts';
import { BrandingImages } from './branding-images.tsx';
import { LookForm } from './look-form.tsx';
import { LookPreview } from './look-preview.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('branding');

export default function BrandingPage() {
  const { orgId } = useParams({ strict: false });
  const scope: Scope = { orgId };
  const place = orgId === undefined ? 'service' : 'organization';
  const canChange = useMay(scope)(orgId === undefined ? 'policy.write' : 'org.write');
  const [chosen, setChosen] = useState<'publish' | 'discard'>();
  const { data, error, refetch } = useQuery(readingBranding(scope));
  const branding = data?.data;
  const isDraft = branding?.draft !== null && branding?.draft !== undefined;
  return (
    <Stack>
      <PageHeader title={t(`title.${place}`)}>
        {branding && <StateBadge tone={isDraft ? 'plain' : 'good'}>{t(isDraft ? 'draft' : 'published')}</StateBadge>}
        {canChange && isDraft && (
          <>
            <Button variant="default" onClick={() => setChosen('discard')}>
              {t('discard')}
            </Button>
            <Button onClick={() => setChosen('publish')}>{t('publish')}</Button>
          </>
        )}
      </PageHeader>
      <Text c="dimmed">
        {t(`text.${place}`)}{' '}
        {orgId !== undefined && (
          <Link to="/orgs/$orgId/mail-texts" params={{ orgId }}>
            {t('mailTexts')}
          </Link>
        )}
      </Text>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {branding ? (
        <>
          <LookPreview scope={scope} version={data.etag} />
          <Preview scope={scope} />
          <LookForm scope={scope} current={data} canChange={canChange} />
          <BrandingImages scope={scope} current={data} canChange={canChange} />
        </>
      ) : (
        !error && <Loading />
      )}
      {chosen && (
        <ChangeDialog
          title={t(chosen)}
          confirm={t(chosen)}
          request={brandingAction(scope, chosen)}
          stale={staleRoutes}
          done={t(`${chosen}.done`)}
          isDanger={chosen === 'discard'}
          onClose={() => setChosen(undefined)}
        >
          {t(`${chosen}.text`)}
        </ChangeDialog>
      )}
    </Stack>
  );
}

/** An address that shows the pages as they would be, also to others. */
function Preview({ scope }: { scope: Scope }) {
  const preview = useMutation({ mutationFn: () => sendRequest(brandingPreview(scope)) });
  const url = preview.data?.data.url;
  return (
    <>
      <Group gap="sm">
        <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
          {t('preview')}
        </Button>
        {url !== undefined && (
          <a href={url} target="_blank" rel="noreferrer">
            {t('preview.open')}
          </a>
        )}
      </Group>
      {preview.error && <Fault error={preview.error} />}
      {url !== undefined && (
        <Alert color="accent">
          <Text size="sm">{t('preview.text')}</Text>
          <CopyValue name={t('preview')} value={url} />
        </Alert>
      )}
    </>
  );
}
