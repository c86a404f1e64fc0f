// Other organizations that may use the project and give its roles to their people.
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { GRANTS, MOST, type ProjectPlace } from './project.ts';
import { RoleKeys } from './role-keys.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
type Grant = components['schemas']['ProjectGrant'];
type Open = 'add' | { change: Grant } | { end: Grant };

export function ProjectGrants({ canChange, ...place }: ProjectPlace & { canChange: boolean }) {
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(reading(GRANTS, { path: place, query: { limit: MOST } }));
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t('grants')}
      actions={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setOpen('add')}>
            {t('grants.add')}
          </Button>
        )
      }
    >
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      <ItemList
        empty={t('grants.none')}
        items={data?.data.grants.map((grant) => ({
          key: grant.grantId,
          title: <bdi>{grant.grantedOrgId}</bdi>,
          text: <bdi>{`${grant.roleKeys.join(', ')} – ${t(grant.accepted ? 'grants.accepted' : 'grants.open')}`}</bdi>,
          action: canChange && (
            <Group gap={0} wrap="nowrap">
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('change.named', { name: grant.grantedOrgId })}
                onClick={() => setOpen({ change: grant })}
              >
                {t('change')}
              </Button>
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('grants.end.named', { name: grant.grantedOrgId })}
                onClick={() => setOpen({ end: grant })}
              >
                {t('grants.end')}
              </Button>
            </Group>
          ),
        }))}
      />
      {open === 'add' && <GrantDialog {...place} onClose={close} />}
      {typeof open === 'object' && 'change' in open && <GrantDialog {...place} grant={open.change} onClose={close} />}
      {typeof open === 'object' && 'end' in open && (
        <ChangeDialog
          title={t('grants.end.named', { name: open.end.grantedOrgId })}
          confirm={t('grants.end')}
          request={apiRequest('delete', `${GRANTS}/{grantId}`, { path: { ...place, grantId: open.end.grantId } })}
          stale={[GRANTS]}
          done={t('grants.ended')}
          isDanger
          nameToType={open.end.grantedOrgId}
          onClose={close}
        >
          {t('grants.end.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

/** Grants the project, or changes the roles of a grant. */
function GrantDialog({ grant, onClose, ...place }: ProjectPlace & { grant?: Grant; onClose: () => void }) {
  const [grantedOrgId, setOrgId] = useState('');
  const [roleKeys, setRoleKeys] = useState<string[]>(grant?.roleKeys ?? []);
  const shared = { stale: [GRANTS] as const, done: t('saved'), onClose };
  const roles = (error: string | undefined) => <RoleKeys {...place} value={roleKeys} onChange={setRoleKeys} error={error} />;
  if (grant !== undefined)
    return (
      <ChangeDialog
        {...shared}
        title={t('change.named', { name: grant.grantedOrgId })}
        confirm={t('change')}
        request={apiRequest('put', `${GRANTS}/{grantId}`, { path: { ...place, grantId: grant.grantId }, body: { roleKeys } })}
      >
        {(fault) => roles(fault?.detailFor('roleKeys'))}
      </ChangeDialog>
    );
  return (
    <ChangeDialog
      {...shared}
      title={t('grants.add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', GRANTS, { path: place, body: { grantedOrgId, roleKeys } })}
      isReady={grantedOrgId !== ''}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField
            label={t('grants.orgId')}
            description={t('grants.orgId.hint')}
            value={grantedOrgId}
            error={fault?.detailFor('grantedOrgId')}
            onType={(value) => setOrgId(value.trim())}
          />
          {roles(fault?.detailFor('roleKeys'))}
        </Stack>
      )}
    </ChangeDialog>
  );
}
