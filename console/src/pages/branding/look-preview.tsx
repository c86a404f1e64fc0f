// The sign-in page and a mail with the draft, as it is saved: light or dark, wide or as on a phone, in each language.
import { Group, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sendRequest } from '../../api/client.ts';
import { Fault } from '../../components/fault.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { chosenLanguage } from '../../texts/language.ts';
import { brandingPreview, LANGUAGES, type Scope } from './branding.ts';
import classes from './branding.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('branding');
const SHOWN = ['page', 'mail'] as const;
/** An address is valid for an hour. */
const RENEWED_MS = 50 * 60_000;

/** @param version of the branding: another one is shown anew */
export function LookPreview({ scope, version }: { scope: Scope; version: string | undefined }) {
  const [shown, setShown] = useState<string>('page');
  const [language, setLanguage] = useState<string>(chosenLanguage());
  const [isDark, setDark] = useState(false);
  const [isPhone, setPhone] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['preview of a branding', scope.orgId, version],
    queryFn: ({ signal }) => sendRequest(brandingPreview(scope), { signal }),
    staleTime: RENEWED_MS,
    refetchInterval: RENEWED_MS,
  });
  // On the address of the console, whatever the public one is.
  const path = data && new URL(data.data.url).pathname;
  return (
    <Section title={t('shown')}>
      <Stack>
        <Group gap="md" align="end">
          <SegmentedControl
            aria-label={t('shown')}
            data={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
            value={shown}
            onChange={setShown}
          />
          <Select
            label={t('shown.language')}
            data={[...LANGUAGES]}
            value={language}
            allowDeselect={false}
            onChange={(value) => value !== null && setLanguage(value)}
          />
          <Switch label={t('shown.dark')} checked={isDark} onChange={({ currentTarget }) => setDark(currentTarget.checked)} mb="xs" />
          <Switch label={t('shown.phone')} checked={isPhone} onChange={({ currentTarget }) => setPhone(currentTarget.checked)} mb="xs" />
        </Group>
        {error && <Fault error={error} onRetry={() => void refetch()} />}
        {path !== undefined && (
          <iframe
            className={classes.preview}
            title={t(`shown.${shown === 'mail' ? 'mail' : 'page'}`)}
            src={`${path}${shown === 'mail' ? '/mail' : ''}?language=${language}`}
            // Without forms, windows, and the address of the console.
            sandbox="allow-same-origin allow-scripts"
            data-dark={isDark}
            data-phone={isPhone}
          />
        )}
      </Stack>
    </Section>
  );
}
