// The logo of an application.
import { Group, Stack, Text } from '@mantine/core';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangePicture } from '../../components/change-picture.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { APPLICATIONS, LOGO, type Application, type ApplicationPlace } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

interface ApplicationLogoProps {
  place: ApplicationPlace;
  current: Versioned<Application>;
  canChange: boolean;
}

export function ApplicationLogo({ place, current: { data }, canChange }: ApplicationLogoProps) {
  const { logo } = data;
  return (
    <Section title={t('logo')}>
      <Stack gap="sm">
        <Text c="dimmed">{t('logo.about')}</Text>
        <Group gap="md">
          {logo === null ? <Text>{t('logo.none')}</Text> : <img src={logo} alt={t('logo')} width={64} height={64} />}
          {canChange && (
            <ChangePicture
              name={t('logo')}
              uploadOf={(content) => apiRequest('put', LOGO, { path: place, body: { content } })}
              removal={logo === null ? undefined : apiRequest('delete', LOGO, { path: place })}
              stale={[APPLICATIONS]}
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
