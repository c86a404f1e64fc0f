// The logo of an application or an identity provider.
import { Group, Stack, Text } from '@mantine/core';
import { ChangePicture, type PictureChanges } from './change-picture.tsx';
import { Section } from './section.tsx';

interface LogoSectionProps extends PictureChanges {
  /** Where people see it. */
  about: string;
  /** The path of the picture; null without one, which `none` says. */
  logo: string | null;
  none: string;
  canChange: boolean;
}

export function LogoSection({ about, logo, none, canChange, ...changes }: LogoSectionProps) {
  const { name } = changes;
  return (
    <Section title={name}>
      <Stack gap="sm">
        <Text c="dimmed">{about}</Text>
        <Group gap="md">
          {logo === null ? <Text>{none}</Text> : <img src={logo} alt={name} width={64} height={64} />}
          {canChange && <ChangePicture {...changes} />}
        </Group>
      </Stack>
    </Section>
  );
}
