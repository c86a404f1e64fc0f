// Who has which role of the project, and why: given to the account, or to a group that it belongs to.
import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import { readingPages } from '../../api/reading.ts';
import { AccountSelect } from '../../components/account-select.tsx';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { AUTHORIZATIONS, PROJECT, ROLE_HOLDERS, type ProjectPlace } from './project.ts';
import { RoleKeys } from './role-keys.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const PAGE_ROWS = 100;
type Holder = components['schemas']['ProjectRoleHolder'];

/** Roles that were given together, by the organization of the project. */
interface Given {
  authorizationId: string;
  /** Of the account, or of the group. */
  name: string;
  roleKeys: string[];
}

export function ProjectHolders(place: ProjectPlace) {
  const { orgId } = place;
  const canChange = useMay(place)('authorization.write');
  const may = useMay({ orgId });
  // An owner of the project alone finds no accounts.
  const canGive = canChange && (may('user.read') || may('group.read'));
  const [open, setOpen] = useState<'give' | Given>();
  const list = useInfiniteQuery(readingPages(ROLE_HOLDERS, { path: place, query: { limit: PAGE_ROWS } }));
  const { fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const rows = list.data?.pages.flatMap(({ roleHolders }) => roleHolders).filter(({ projectRoles }) => projectRoles.length > 0);
  // A page may hold administrators alone.
  const isReadOn = rows?.length === 0 && list.hasNextPage && !list.isFetching && !list.error;
  useEffect(() => {
    if (isReadOn) more();
  }, [isReadOn, more]);
  const fault = list.error && <Fault error={list.error} onRetry={() => void list.refetch()} />;
  if (!rows || (rows.length === 0 && list.hasNextPage)) return fault ?? <Loading />;
  const columns: ReadonlyArray<Column<Holder>> = [
    { id: 'name', title: () => t('holder'), render: (holder) => <bdi>{nameOfHolder(holder)}</bdi> },
    {
      id: 'roles',
      title: () => t('roles'),
      render: ({ projectRoles }) => <bdi>{[...new Set(projectRoles.map(({ roleKey }) => roleKey))].join(', ')}</bdi>,
    },
    { id: 'why', title: () => t('why'), render: (holder) => <Reasons orgId={orgId} holder={holder} />, wide: true },
    ...(canChange
      ? [{ id: 'change', title: () => t('change'), render: (holder: Holder) => <Change holder={holder} onChange={setOpen} /> }]
      : []),
  ];
  const close = () => setOpen(undefined);
  return (
    <Stack gap="sm">
      {fault}
      {canGive && (
        <div>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setOpen('give')}>
            {t('give')}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState title={t('holders.none')}>{canGive && t('holders.none.text')}</EmptyState>
      ) : (
        <DataTable
          caption={t('holders')}
          columns={columns}
          rows={rows}
          keyOf={({ userId }) => userId}
          nameOf={nameOfHolder}
          onMore={list.hasNextPage && !list.error ? more : undefined}
        />
      )}
      {open === 'give' && <GiveRoles {...place} onClose={close} />}
      {typeof open === 'object' && <ChangeRoles {...place} given={open} onClose={close} />}
    </Stack>
  );
}

/** Accounts of other organizations have no name here. */
function nameOfHolder({ userName, userId }: Holder): string {
  return userName ?? userId;
}

function Reasons({ orgId, holder: { projectRoles } }: { orgId: string; holder: Holder }) {
  const groups = new Map(projectRoles.flatMap(({ group }) => (group === undefined ? [] : [[group.groupId, group.displayName] as const])));
  const isDirect = projectRoles.some(({ via }) => via === 'direct');
  const mayOpen = useMay({ orgId })('group.read');
  return (
    <>
      {isDirect && t('why.direct')}
      {[...groups].map(([groupId, name], at) => (
        <span key={groupId}>
          {(isDirect || at > 0) && ', '}
          {mayOpen ? (
            <Link to="/orgs/$orgId/groups/$groupId" params={{ orgId, groupId }}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </span>
      ))}
    </>
  );
}

/** Changes the roles that the account has itself, else those of its first group. */
function Change({ holder, onChange }: { holder: Holder; onChange: (given: Given) => void }) {
  const given = givenTo(holder);
  if (given === undefined) return <Text c="dimmed">{t('change.grant')}</Text>;
  return (
    <Button variant="subtle" size="xs" aria-label={t('change.named', { name: given.name })} onClick={() => onChange(given)}>
      {t('change')}
    </Button>
  );
}

function givenTo(holder: Holder): Given | undefined {
  const own = holder.projectRoles.filter(({ grantId }) => grantId === undefined);
  const first = own.find(({ via }) => via === 'direct') ?? own[0];
  if (first === undefined) return undefined;
  const { authorizationId, group } = first;
  const roleKeys = [...new Set(own.filter((one) => one.authorizationId === authorizationId).map(({ roleKey }) => roleKey))];
  return { authorizationId, name: group?.displayName ?? nameOfHolder(holder), roleKeys };
}

function GiveRoles({ onClose, ...place }: ProjectPlace & { onClose: () => void }) {
  const [holderIds, setHolderIds] = useState<string[]>([]);
  const [roleKeys, setRoleKeys] = useState<string[]>([]);
  return (
    <ChangeDialog
      title={t('give')}
      confirm={t('give.confirm')}
      request={apiRequest('post', AUTHORIZATIONS, { path: place, body: { holderId: holderIds[0] ?? '', roleKeys } })}
      stale={[ROLE_HOLDERS, AUTHORIZATIONS]}
      done={t('give.done')}
      isReady={holderIds.length > 0 && roleKeys.length > 0}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <AccountSelect
            orgId={place.orgId}
            label={t('give.whom')}
            kinds={['person', 'group', 'service']}
            maxValues={1}
            value={holderIds}
            onChange={setHolderIds}
            error={fault?.detailFor('holderId')}
          />
          <RoleKeys {...place} value={roleKeys} onChange={setRoleKeys} error={fault?.detailFor('roleKeys')} />
        </Stack>
      )}
    </ChangeDialog>
  );
}

/** Without a role the authorization is deleted. */
function ChangeRoles({ given, onClose, ...place }: ProjectPlace & { given: Given; onClose: () => void }) {
  const [roleKeys, setRoleKeys] = useState(given.roleKeys);
  const path = { ...place, authorizationId: given.authorizationId };
  const isRemoved = roleKeys.length === 0;
  return (
    <ChangeDialog
      title={t('change.named', { name: given.name })}
      confirm={isRemoved ? t('change.remove') : t('change')}
      request={
        isRemoved
          ? apiRequest('delete', `${AUTHORIZATIONS}/{authorizationId}`, { path })
          : apiRequest('put', `${AUTHORIZATIONS}/{authorizationId}`, { path, body: { roleKeys } })
      }
      stale={[PROJECT]}
      done={t('saved')}
      isDanger={isRemoved}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          <Text>{t('change.text')}</Text>
          <RoleKeys {...place} value={roleKeys} onChange={setRoleKeys} error={fault?.detailFor('roleKeys')} />
        </Stack>
      )}
    </ChangeDialog>
  );
}
