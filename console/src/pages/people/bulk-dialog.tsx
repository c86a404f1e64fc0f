// Does the same with many people: one request after the other, so that each is answered by itself; those that were refused stay listed with the reason.
import { Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { refresh } from '../../api/changing.ts';
import type { ApiRequest } from '../../api/client.ts';
import type { paths } from '../../api/document.d.ts';
import { asFault, type ApiFault } from '../../api/fault.ts';
import { Dialog } from '../../components/dialog.tsx';
import { faultText } from '../../components/fault.tsx';
import { announceChange } from '../../components/announce-change.ts';
import { CopyRequest } from '../../components/copy-request.tsx';
import { textsOf } from '../../texts/texts.ts';
import { sendPatiently } from './patient.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

interface BulkDialogProps<Person> {
  title: string;
  text: string;
  people: readonly Person[];
  nameOf(person: Person): string;
  requestFor(person: Person): ApiRequest<unknown>;
  /** Routes to read again afterwards. */
  stale: ReadonlyArray<keyof paths>;
  onClose(): void;
}

export function BulkDialog<Person extends { userId: string }>(props: BulkDialogProps<Person>) {
  const { title, text, people, nameOf, requestFor, stale, onClose } = props;
  const [done, setDone] = useState<number>();
  const [refused, setRefused] = useState<Array<{ person: Person; fault: ApiFault }>>([]);
  const isCancelled = useRef(false);
  const isRunning = done !== undefined && done < people.length && !isCancelled.current;
  const run = async () => {
    setDone(0);
    for (const [at, person] of people.entries()) {
      if (isCancelled.current) break;
      const fault = await attempt(requestFor(person));
      if (fault) setRefused((before) => [...before, { person, fault }]);
      setDone(at + 1);
    }
    await refresh(stale);
  };
  const close = () => {
    isCancelled.current = true;
    const made = people.slice(0, done ?? 0).filter((one) => !refused.some(({ person }) => person === one));
    if (made.length > 0) announceChange(t('bulk.done', { done: made.length, all: people.length }), made.map(requestFor), stale);
    onClose();
  };
  return (
    <Dialog opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('bulk.close') }}>
      <Stack>
        <Text>{text}</Text>
        {done !== undefined && (
          <>
            <Progress value={(done / people.length) * 100} aria-label={title} />
            <Text role="status">{t('bulk.done', { done, all: people.length })}</Text>
          </>
        )}
        {refused.length > 0 && (
          <List size="sm">
            {refused.map(({ person, fault }) => (
              <List.Item key={person.userId}>
                <bdi>{nameOf(person)}</bdi>: {fault.problem.detail || faultText(fault)}
              </List.Item>
            ))}
          </List>
        )}
        <Group justify="space-between">
          {people[0] && (
            <CopyRequest request={requestFor(people[0])} each={{ name: 'userId', values: people.map(({ userId }) => userId) }} />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              {done === people.length ? t('bulk.close') : t('bulk.cancel')}
            </Button>
            {done === undefined && <Button onClick={() => void run()}>{title}</Button>}
            {isRunning && <Button loading>{title}</Button>}
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

async function attempt(request: ApiRequest<unknown>): Promise<ApiFault | undefined> {
  try {
    await sendPatiently(request);
    return undefined;
  } catch (error) {
    return asFault(error);
  }
}
