// People who were invited and can't sign in yet, and reminders for them: the oldest invitation first.
import { Button, Checkbox, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { readingPages } from '../../api/reading.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { endOf, INVITATIONS, VALID_MS, type OpenInvitation } from './invitation.ts';
import { RemindDialog, type Reminders } from './remind-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const PAGE_ROWS = 100;
const NO_ONE: ReadonlySet<string> = new Set();

const COLUMNS: ReadonlyArray<Column<OpenInvitation>> = [
  { id: 'userName', title: () => t('userName'), render: ({ userName }) => <bdi>{userName}</bdi> },
  { id: 'email', title: () => t('invitations.email'), render: ({ email }) => <bdi>{email}</bdi>, wide: true },
  { id: 'sentAt', title: () => t('invitations.sentAt'), render: ({ sentAt }) => <When at={sentAt} isShort />, wide: true },
  { id: 'sentCount', title: () => t('invitations.sentCount'), render: ({ sentCount }) => sentCount, wide: true },
  { id: 'end', title: () => t('invitations.end'), render: (one) => <End invitation={one} /> },
];

export default function InvitationsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const { expired } = useSearch({ from: '/orgs/$orgId/invitations' });
  const navigate = useNavigate();
  const canRemind = useMay({ orgId })('user.write');
  const { list, found, sentBefore } = useInvitations(orgId, expired === 'true');
  const [reminders, setReminders] = useState<Reminders>();
  const [chosen, setChosen] = useState(NO_ONE);
  const selected = found.filter(({ userId }) => chosen.has(userId));
  const remindAll = t(expired ? 'invitations.remindExpired' : 'invitations.remindAll');
  const close = () => {
    setReminders(undefined);
    setChosen(NO_ONE);
  };
  return (
    <Stack>
      <PageHeader title={t('invitations')} back={{ to: `/orgs/${encodeURIComponent(orgId)}/people`, name: t('title') }}>
        {canRemind && found.length > 0 && (
          <Button onClick={() => setReminders({ of: 'all', title: remindAll, sentBefore })}>{remindAll}</Button>
        )}
      </PageHeader>
      <Checkbox
        label={t('invitations.onlyExpired')}
        checked={expired === 'true'}
        onChange={({ currentTarget: { checked } }) =>
          void navigate({ to: '/orgs/$orgId/invitations', params: { orgId }, search: checked ? { expired: 'true' } : {}, replace: true })
        }
      />
      <SelectionBar count={selected.length} onClear={() => setChosen(NO_ONE)}>
        <Button variant="default" size="xs" onClick={() => setReminders({ of: 'chosen', people: selected })}>
          {t('invitations.remind')}
        </Button>
      </SelectionBar>
      <ListTable
        list={list}
        rowsOf={({ invitations }) => invitations}
        empty={<EmptyState title={t(expired ? 'invitations.noneExpired' : 'invitations.none')}>{t('invitations.none.text')}</EmptyState>}
        caption={t('invitations')}
        columns={canRemind ? [...COLUMNS, remindColumn((person) => setReminders({ of: 'one', person }))] : COLUMNS}
        keyOf={({ userId }) => userId}
        nameOf={({ userName }) => userName}
        linkOf={({ userId }) => `/orgs/${encodeURIComponent(orgId)}/people/${encodeURIComponent(userId)}`}
        selection={canRemind ? { chosen, onChange: setChosen } : undefined}
      />
      {reminders && <RemindDialog orgId={orgId} reminders={reminders} onClose={close} />}
    </Stack>
  );
}

/** The open invitations, or the expired ones, and the time before which those to be reminded were sent. */
function useInvitations(orgId: string, isExpired: boolean) {
  const [openedAt] = useState(Date.now);
  const sentBefore = new Date(isExpired ? openedAt - VALID_MS : openedAt).toISOString();
  const query = { limit: PAGE_ROWS, ...(isExpired && { sentBefore }) };
  // Other pages invite people too: what was read before is old.
  const list = useInfiniteQuery({ ...readingPages(INVITATIONS, { path: { orgId }, query }), staleTime: 0 });
  return { list, found: list.data?.pages.flatMap(({ invitations }) => invitations) ?? [], sentBefore };
}

function remindColumn(remind: (invitation: OpenInvitation) => void): Column<OpenInvitation> {
  return {
    id: 'actions',
    title: () => t('invitations.remind'),
    render: (invitation) => (
      <Button
        variant="default"
        size="xs"
        aria-label={t('invitations.remind.named', { name: invitation.userName })}
        onClick={() => remind(invitation)}
      >
        {t('invitations.remind')}
      </Button>
    ),
  };
}

function End({ invitation }: { invitation: OpenInvitation }) {
  const end = endOf(invitation);
  return end.getTime() < Date.now() ? (
    <StateBadge tone="bad">{t('invitations.expired')}</StateBadge>
  ) : (
    <When at={end.toISOString()} isShort />
  );
}
