import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { CopyBlock } from '../../components/copy-block.tsx';
import { textsOf } from '../../texts/texts.ts';
import { FRAMEWORKS, machineLines, programOf, settingsFor, type Framework, type Registration } from './programs.ts';
import type { ApplicationSettings } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

interface ProgramLinesProps {
  type: NonNullable<ApplicationSettings['type']> | 'machine';
  registration: Registration;
}

/** The settings and the program for a framework, ready to copy. */
export function ProgramLines({ type, registration }: ProgramLinesProps) {
  const frameworks: readonly Framework[] = FRAMEWORKS[type];
  const [framework, setFramework] = useState(frameworks[0] as Framework);
  const settings = settingsFor(type === 'userAgent', registration);
  const program = programOf(framework, registration);
  const blocks = type === 'machine' ? [machineLines(registration), ...program] : program;
  return (
    <Stack gap="sm">
      {frameworks.length > 1 && (
        <Select
          label={t('framework')}
          data={[...frameworks]}
          value={framework}
          allowDeselect={false}
          onChange={(value) => setFramework(value as Framework)}
        />
      )}
      <CopyBlock name={t('lines.settings', { name: settings.language })} text={settings.text} />
      {blocks.map(({ language, text }, at) => (
        <CopyBlock key={`${framework} ${at}`} name={t('lines.program', { number: at + 1, language })} text={text} />
      ))}
    </Stack>
  );
}
