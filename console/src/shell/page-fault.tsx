// A page that failed, in the place of the page: the navigation stays.
import { Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Fault } from '../components/fault.tsx';
import { PageHeader } from '../components/page-header.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);

export function PageFault({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack>
      <PageHeader title={t('fault.title')} />
      <Fault error={error} onRetry={again} />
    </Stack>
  );
}
