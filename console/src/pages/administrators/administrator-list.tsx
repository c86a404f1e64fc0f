import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useOwnAccess } from '../../api/access.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { staleRoutes, takeRole, type Scope } from './administrators.ts';
import { GiveRole } from './give-role.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('administrators');

interface Administrator {
  userId: string;
  name: string;
  /** Whether it is a person of the organization that is shown, who has a page. */
  isPerson: boolean;
  role: string;
  /** The group that gives the role. */
  via?: string | undefined;
  /** Given here, to the user. */
  isOwn: boolean;
  /** By a role in the whole service. */
  isInherited: boolean;
  /** For a role within one project. */
  projectId?: string | undefined;
}

interface AdministratorListProps {
  scope: Scope;
  entries: readonly Administrator[] | undefined;
  error: unknown;
  onRetry(): void;
  onMore?: (() => void) | undefined;
}

export function AdministratorList({ scope, entries, error, onRetry, onMore }: AdministratorListProps) {
  const own = useOwnAccess();
  const orgId = scope.orgId ?? own.orgId;
  const canChange = useMay(scope)('member.write');
  const [isGiving, setGiving] = useState(false);
  const [taken, setTaken] = useState<Administrator>();
  const place = scope.orgId === undefined ? 'service' : 'organization';
  return (
    <>
      <PageHeader title={t(`title.${place}`)}>
        {canChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setGiving(true)}>
            {t('give')}
          </Button>
        )}
      </PageHeader>
      {error !== null && error !== undefined && <Fault error={error} onRetry={onRetry} />}
      {(entries !== undefined || !error) && (
        <ItemList
          empty={t(`empty.${place}`)}
          items={entries?.map((entry) => ({
            key: [entry.userId, entry.role, entry.via, entry.projectId, entry.isInherited].join(' '),
            title: entry.isPerson ? (
              <Link to="/orgs/$orgId/people/$userId" params={{ orgId, userId: entry.userId }}>
                <bdi>{entry.name}</bdi>
              </Link>
            ) : (
              <bdi>{entry.name}</bdi>
            ),
            text: (
              <>
                {entry.role} – <Why entry={entry} />
              </>
            ),
            action: (
              <Group gap="xs">
                <WhoGave orgId={entry.isInherited ? undefined : scope.orgId} entry={entry} />
                {canChange && entry.isOwn && (
                  <Button
                    variant="subtle"
                    size="xs"
                    onClick={() => setTaken(entry)}
                    aria-label={t('take.named', { name: entry.name, role: entry.role })}
                  >
                    {t('take')}
                  </Button>
                )}
              </Group>
            ),
          }))}
        />
      )}
      {onMore && (
        <Group justify="center">
          <Button variant="default" onClick={onMore}>
            {t('more')}
          </Button>
        </Group>
      )}
      {isGiving && <GiveRole scope={scope} onClose={() => setGiving(false)} />}
      {taken && (
        <ChangeDialog
          title={t('take.named', { name: taken.name, role: taken.role })}
          confirm={t('take')}
          request={takeRole(scope, taken.userId, taken.role)}
          stale={staleRoutes}
          done={t('take.done', { name: taken.name, role: taken.role })}
          isDanger
          onClose={() => setTaken(undefined)}
        >
          {t('take.text')}
        </ChangeDialog>
      )}
    </>
  );
}

/** @param props.orgId where the role was given; undefined for the whole service */
function WhoGave({ orgId, entry: { userId, name, role } }: { orgId: string | undefined; entry: Administrator }) {
  const may = useMay();
  const shown = {
    search: { kind: 'roles', about: userId },
    'aria-label': t('whoGave.named', { name, role }),
    children: t('whoGave'),
  } as const;
  if (orgId !== undefined) return <Link to="/orgs/$orgId/events" params={{ orgId }} {...shown} />;
  return may('event.read') && <Link to="/service/events" {...shown} />;
}

function Why({ entry: { via, isInherited, projectId } }: { entry: Administrator }) {
  if (via !== undefined) return t('why.group', { group: via });
  if (isInherited) return t('why.inherited');
  return projectId === undefined ? t('why.own') : t('why.project', { project: projectId });
}
