// The events that the filters find, as a file with one JSON object a line, as the API has them.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sendRequest } from '../../api/client.ts';
import { searchRequest, type EventSearch } from '../../api/event-search.ts';
import { announce } from '../../components/announcements.tsx';
import { Fault } from '../../components/fault.tsx';
import { saveFile } from '../../components/save-file.ts';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('events');
const PAGE = 1_000;
/** More is a task for `gatehouse events list` or an audit stream. */
const MOST_PAGES = 20;

export function DownloadEvents({ search }: { search: EventSearch }) {
  const download = useMutation({
    mutationFn: async () => {
      const lines: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const { data } = await sendRequest(searchRequest({ ...search, limit: PAGE, ...(cursor !== undefined && { cursor }) }));
        for (const event of data.events) lines.push(`${JSON.stringify(event)}\n`);
        cursor = data.cursor;
      } while (cursor !== undefined && ++pages < MOST_PAGES);
      saveFile('events.jsonl', lines, 'application/x-ndjson');
      announce(t(cursor === undefined ? 'download.done' : 'download.cut', { count: lines.length }));
    },
  });
  return (
    <>
      <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
        {t('download')}
      </Button>
      {download.error && <Fault error={download.error} />}
    </>
  );
}
