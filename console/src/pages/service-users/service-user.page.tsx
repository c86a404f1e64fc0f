// A service user: what it is, its security profile, what it signs in with, and its state.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { Credentials } from './credentials.tsx';
import { SERVICE_USER, SERVICE_USERS, titleOf, type ServiceUser, type ServiceUserPlace } from './service-user.ts';
import { ServiceUserSettings } from './service-user-settings.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service-users');

export default function ServiceUserPage() {
  const { orgId = '', userId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  const place = { orgId, userId };
  const query = useQuery(reading(SERVICE_USER, { path: place }));
  return (
    <ObjectPage
      query={query}
      back={{ to: `/orgs/${encodeURIComponent(orgId)}/service-users`, name: t('title') }}
      kind={t('title')}
      titleOf={titleOf}
      actionsOf={(user) => <Actions place={place} user={user} />}
    >
      {(current) => (
        <>
          <About user={current.data} />
          {may('user.write') && <ServiceUserSettings {...place} current={current} />}
          <Credentials {...place} canChange={may('user.write')} isKeysOnly={current.data.profile !== 'none'} />
        </>
      )}
    </ObjectPage>
  );
}

function About({ user }: { user: ServiceUser }) {
  return (
    <Section title={t('about')}>
      <Facts
        items={[
          [
            t('state'),
            <StateBadge key="state" tone={user.active ? 'good' : 'plain'}>
              {t(user.active ? 'active' : 'inactive')}
            </StateBadge>,
          ],
          [t('description'), user.description && <bdi>{user.description}</bdi>],
          [t('userName'), <bdi key="name">{user.userName}</bdi>],
          [t('clientId'), <CopyValue key="client" name={t('clientId')} value={user.clientId} />],
          [t('userId'), <CopyValue key="id" name={t('userId')} value={user.userId} />],
          [t('profile'), t(`profile.${user.profile}`)],
          [t('createdAt'), <When key="created" at={user.createdAt} />],
        ]}
      />
    </Section>
  );
}

const ACTIONS = ['deactivate', 'reactivate', 'delete'] as const;

function Actions({ place, user }: { place: ServiceUserPlace; user: ServiceUser }) {
  const [chosen, setChosen] = useState<(typeof ACTIONS)[number]>();
  const navigate = useNavigate();
  const may = useMay(place);
  const offered = {
    deactivate: user.active && may('user.write'),
    reactivate: !user.active && may('user.write'),
    delete: may('user.delete'),
  };
  const requests = {
    deactivate: apiRequest('post', `${SERVICE_USER}/_deactivate`, { path: place }),
    reactivate: apiRequest('post', `${SERVICE_USER}/_reactivate`, { path: place }),
    delete: apiRequest('delete', SERVICE_USER, { path: place }),
  };
  const name = titleOf(user);
  return (
    <>
      {ACTIONS.filter((action) => offered[action]).map((action) => (
        <Button key={action} variant="default" onClick={() => setChosen(action)}>
          {t(`action.${action}`)}
        </Button>
      ))}
      {chosen && (
        <ChangeDialog
          title={t(`action.${chosen}`)}
          confirm={t(`action.${chosen}`)}
          request={requests[chosen] as (typeof requests)['delete']}
          stale={[SERVICE_USERS]}
          done={t(`action.${chosen}.done`, { name })}
          isDanger={chosen !== 'reactivate'}
          {...(chosen === 'delete' && { nameToType: name })}
          onClose={() => setChosen(undefined)}
          onDone={() => chosen === 'delete' && void navigate({ to: '/orgs/$orgId/service-users', params: { orgId: place.orgId } })}
        >
          {t(`action.${chosen}.text`, { name })}
        </ChangeDialog>
      )}
    </>
  );
}
