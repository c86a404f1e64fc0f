// One event: actor, action, subject, address, and the values before and after.
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import type { Event } from '../../api/event-search.ts';
import { reading } from '../../api/reading.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { editorName } from '../../components/editor-name.ts';
import { Facts } from '../../components/facts.tsx';
import { nameOf } from '../../components/name-of.ts';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { searching, type EventFilters } from './events.ts';
import { changedValues, isChange } from './previous-values.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('events');
/** Earlier events in which the values before are looked for. */
const EARLIER = 200;
const SHOWN_APART = ['address', 'browser'];

interface EventDetailsProps {
  /** Of the page; undefined for the events of the whole service. */
  orgId: string | undefined;
  event: Event;
  onFilter(filters: EventFilters): void;
  onClose(): void;
}

export function EventDetails({ orgId, event, onFilter, onClose }: EventDetailsProps) {
  const { type, editor, aggregate, creationDate, payload } = event;
  const earlier = useQuery({
    ...searching({ orgId, aggregateId: aggregate.id, range: { until: creationDate }, limit: EARLIER }),
    enabled: isChange(event),
  });
  const values = changedValues(event, earlier.data?.data.events ?? []).filter(({ name }) => !SHOWN_APART.includes(name));
  const subject = subjectOf(event);
  return (
    <Dialog opened onClose={onClose} title={type.localized.localizedMessage} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Facts
          items={[
            [t('who'), <bdi key="who">{editorName(editor)}</bdi>],
            [t('when'), <When key="when" at={creationDate} />],
            [t('where'), textOf(payload['address'])],
            [t('browser'), textOf(payload['browser'])],
            [t('person'), subject && <Subject key="subject" {...subject} />],
            [t('thing'), aggregate.type.localized.localizedMessage],
            [t('thing.id'), <CopyValue key="id" name={t('thing.id')} value={aggregate.id} />],
            [t('type'), <CopyValue key="type" name={t('type')} value={type.type} />],
          ]}
        />
        {values.length > 0 && <Values values={values} />}
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => onFilter({ about: subject?.userId ?? aggregate.id })}>
            {t('history')}
          </Button>
          <Button variant="default" size="xs" onClick={() => onFilter({ by: editor.userId })}>
            {t('history.by')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? <bdi>{value}</bdi> : undefined);

/** The person or service user that an event is about. */
function subjectOf({ aggregate, payload }: Event): { orgId: string; userId: string } | undefined {
  const { userId, memberId, memberType, holderId, holderKind } = payload;
  const named = [userId, memberType === 'group' ? undefined : memberId, holderKind === 'group' ? undefined : holderId];
  const id = aggregate.type.type === 'user' ? aggregate.id : named.find((value) => typeof value === 'string');
  return typeof id === 'string' ? { orgId: aggregate.resourceOwner, userId: id } : undefined;
}

function Subject({ orgId, userId }: { orgId: string; userId: string }) {
  const may = useMay({ orgId });
  const { data } = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/people/{userId}', { path: { orgId, userId } }),
    enabled: orgId !== '' && may('user.read'),
    retry: false,
  });
  if (!data) return <bdi>{userId}</bdi>;
  return (
    <Link to="/orgs/$orgId/people/$userId" params={{ orgId, userId }}>
      <bdi>{nameOf(data.data)}</bdi>
    </Link>
  );
}

function Values({ values }: { values: ReturnType<typeof changedValues> }) {
  const hasBefore = values.some(({ before }) => before !== undefined);
  return (
    <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('value')}</Table.Th>
            {hasBefore && <Table.Th>{t('before')}</Table.Th>}
            <Table.Th>{hasBefore ? t('after') : t('content')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {values.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              {hasBefore && <Table.Td>{before !== undefined && <Text c="dimmed">{before}</Text>}</Table.Td>}
              <Table.Td>
                <bdi>{after}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
