// One domain: what it is for, its proof, and what administrators do with it.
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { DomainProof } from './domain-proof.tsx';
import { DomainState } from './domain-state.tsx';
import { DOMAIN, STALE, stateOf, type Domain, type DomainPlace } from './domain.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('domains');

export default function DomainPage() {
  const { orgId = '', domain: name = '' } = useParams({ strict: false });
  const place = { orgId, domain: name };
  const canChange = useMay({ orgId })('org.write');
  const query = useQuery(reading(DOMAIN, { path: place }));
  const back = { to: `/orgs/${encodeURIComponent(orgId)}/domains`, name: t('title') };
  return (
    <ObjectPage
      query={query}
      back={back}
      kind={t('title')}
      titleOf={({ domain }) => domain}
      actionsOf={(domain) => canChange && <Actions place={place} domain={domain} />}
    >
      {({ data: domain }) => (
        <>
          <Section title={t('state')}>
            <Stack gap="xs" align="start">
              <DomainState domain={domain} />
              <Text>{t(`state.${stateOf(domain)}.text`)}</Text>
            </Stack>
          </Section>
          {canChange && !domain.verified && <DomainProof {...place} />}
        </>
      )}
    </ObjectPage>
  );
}

function Actions({ place, domain: { domain: name, verified, primary } }: { place: DomainPlace; domain: Domain }) {
  const [chosen, setChosen] = useState<'verify' | 'setPrimary'>();
  const navigate = useNavigate();
  // Only roles of the whole service verify a domain without a proof.
  const canVerify = useMay()('org.write') && !verified;
  const requests = {
    verify: apiRequest('post', `${DOMAIN}/_verify`, { path: place }),
    setPrimary: apiRequest('post', `${DOMAIN}/_set-primary`, { path: place }),
  };
  return (
    <>
      {canVerify && (
        <Button variant="default" onClick={() => setChosen('verify')}>
          {t('verify')}
        </Button>
      )}
      {verified && !primary && (
        <Button variant="default" onClick={() => setChosen('setPrimary')}>
          {t('setPrimary')}
        </Button>
      )}
      {!primary && (
        <DeleteButton
          label={t('remove')}
          name={name}
          title={t('remove.title', { name })}
          text={t(verified ? 'remove.verified' : 'remove.unverified', { name })}
          done={t('remove.done', { name })}
          request={apiRequest('delete', DOMAIN, { path: place })}
          stale={STALE}
          onDone={() => navigate({ to: '/orgs/$orgId/domains', params: { orgId: place.orgId } })}
        />
      )}
      {chosen && (
        <ChangeDialog
          title={t(chosen)}
          confirm={t(chosen)}
          request={requests[chosen]}
          stale={STALE}
          done={t(`${chosen}.done`, { name })}
          onClose={() => setChosen(undefined)}
        >
          {t(`${chosen}.text`, { name })}
        </ChangeDialog>
      )}
    </>
  );
}
