// An organization as a file that an import takes.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { apiRequest, sendRequest } from '../../api/client.ts';
import { announce } from '../../components/announcements.tsx';
import { CopyRequest } from '../../components/copy-request.tsx';
import { Fault } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { saveFile } from '../../components/save-file.ts';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

export default function ExportPage() {
  const { orgId = '' } = useParams({ strict: false });
  const request = apiRequest('get', '/admin/v1/organizations/{orgId}/export', { path: { orgId } });
  const download = useMutation({
    mutationFn: async () => {
      const { data } = await sendRequest(request, { parseAs: 'blob' });
      saveFile(`${orgId}.ndjson`, [data as unknown as Blob]);
      announce(t('export.done'));
    },
  });
  return (
    <Stack>
      <PageHeader title={t('export')} />
      <Section title={t('export.file')}>
        <Stack gap="sm">
          <Text>{t('export.text')}</Text>
          <Text c="dimmed">{t('export.large')}</Text>
          {download.error && <Fault error={download.error} />}
          <Group gap="xs">
            <Button loading={download.isPending} onClick={() => download.mutate()}>
              {t('export.download')}
            </Button>
            <CopyRequest request={request} />
          </Group>
        </Stack>
      </Section>
    </Stack>
  );
}
