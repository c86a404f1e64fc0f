// The choice after others were faster (HTTP 412): who changed what and when, what is there now, and whether the own change replaces it.
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiRequest } from '../api/client.ts';
import { lastChange } from '../api/last-change.ts';
import { differencesBetween, readNow, type Difference } from '../api/versions.ts';
import { chosenLanguage } from '../texts/language.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { isService } from './editor-name.ts';
import { Fault } from './fault.tsx';
import { Loading } from './loading.tsx';

const t = textsOf<typeof en>(SHELL);

export interface ConflictProps {
  /** The change that was refused. */
  request: ApiRequest<unknown>;
  /** What the change was decided on. */
  before: unknown;
  /** The part of the thing that is compared; without it all of it. */
  valuesOf?: ((data: never) => unknown) | undefined;
  isSending: boolean;
  /** Sends the change again. @param etag of what was shown as being there now */
  onOverwrite(etag: string | undefined): void;
  /** Gives up the change. */
  onDiscard(): void;
  /** Goes back to what was typed. */
  onBack(): void;
}

/** Over a page. Rendered while it is open. */
export function ConflictModal(props: ConflictProps) {
  return (
    <Dialog opened onClose={props.onBack} title={t('conflict.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Conflict {...props} />
    </Dialog>
  );
}

export function Conflict({ request, before, valuesOf = (data: never) => data, isSending, onOverwrite, onDiscard, onBack }: ConflictProps) {
  const [isShown, setShown] = useState(false);
  const now = useQuery({ queryKey: ['what is there now', request.route, request.input.path], queryFn: () => readNow(request), ...ONCE });
  const by = useQuery({ queryKey: ['last change', request.route, request.input.path], queryFn: async () => sentenceOf(request), ...ONCE });
  const differences = now.data && differencesBetween(valuesOf(before as never), valuesOf(now.data.data as never));
  return (
    <Stack>
      <Text role="status">{by.data ?? t('conflict.text')}</Text>
      {now.error && <Fault error={now.error} />}
      {isShown && (differences ? <Differences all={differences} /> : !now.error && <Loading />)}
      <Group gap="xs">
        {!isShown && (
          <Button variant="default" onClick={() => setShown(true)}>
            {t('conflict.show')}
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          {t('conflict.back')}
        </Button>
        <Button variant="default" onClick={onDiscard}>
          {t('conflict.discard')}
        </Button>
        <Button color="danger" disabled={now.isFetching} loading={isSending} onClick={() => onOverwrite(now.data?.etag)}>
          {t('conflict.overwrite')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Each refusal is a new question. */
const ONCE = { staleTime: 0, gcTime: 0, retry: false } as const;

function Differences({ all }: { all: readonly Difference[] }) {
  if (all.length === 0) return <Text>{t('conflict.same')}</Text>;
  return (
    <Table.ScrollContainer minWidth={280} type="native" tabIndex={0}>
      <Table aria-label={t('conflict.show')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('conflict.value')}</Table.Th>
            <Table.Th>{t('conflict.before')}</Table.Th>
            <Table.Th>{t('conflict.now')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map(({ name, before, now }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>
                <bdi>{shortened(before)}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{shortened(now)}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const LONGEST = 300;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** "Ada was changed by Grace 1 minute ago: profile changed." @returns null if it isn't known, or the person may not read it */
async function sentenceOf(request: ApiRequest<unknown>): Promise<string | null> {
  const event = await lastChange(request);
  if (event === undefined) return null;
  const { editor, aggregate, type, creationDate } = event;
  const values = {
    name: editor.displayName ?? t(isService(editor) ? 'conflict.service' : 'conflict.other'),
    when: timeAgo(creationDate),
    what: type.localized.localizedMessage,
  };
  const thing = aggregate.displayName;
  return thing === undefined ? t('conflict.by', values) : t('conflict.thing.by', { ...values, thing });
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Whole units, by the clock of this computer; at least "0 seconds ago" if it is slow. */
function timeAgo(at: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1_000));
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(chosenLanguage()).format(-Math.floor(seconds / length), unit);
}
