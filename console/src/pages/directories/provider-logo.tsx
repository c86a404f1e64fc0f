// The logo of an identity provider.
import { Group, Stack, Text } from '@mantine/core';
import { apiRequest } from '../../api/client.ts';
import { ChangePicture } from '../../components/change-picture.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { LOGO, PROVIDERS, type Provider } from './directory.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

interface ProviderLogoProps {
  path: { orgId: string; identityProviderId: string };
  provider: Provider;
  canChange: boolean;
}

export function ProviderLogo({ path, provider: { logo }, canChange }: ProviderLogoProps) {
  return (
    <Section title={t('logo')}>
      <Stack gap="sm">
        <Text c="dimmed">{t('logo.about')}</Text>
        <Group gap="md">
          {logo === null ? <Text>{t('logo.none')}</Text> : <img src={logo} alt={t('logo')} width={64} height={64} />}
          {canChange && (
            <ChangePicture
              name={t('logo')}
              uploadOf={(content) => apiRequest('put', LOGO, { path, body: { content } })}
              removal={logo === null ? undefined : apiRequest('delete', LOGO, { path })}
              stale={[PROVIDERS]}
              done={t('logo.done')}
              removed={t('logo.removed')}
            >
              {t('logo.remove.text')}
            </ChangePicture>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
