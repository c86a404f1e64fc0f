// What needs attention, each with the places where it is mended.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { Section } from '../../components/section.tsx';
import { Icon } from '../../look/icon.tsx';
import { formatNumber } from '../../texts/formats.ts';
import { textsOf } from '../../texts/texts.ts';
import classes from './attention.module.css';
import type { AttentionItem } from './overview.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('home');

type Kind = AttentionItem['kind'];
type Target = AttentionItem['targets'][number];

const segment = encodeURIComponent;

/** The page of a target, below that of its organization or of the service. */
const PATHS: Record<Target['type'], (organization: string, target: Target) => string> = {
  connection: (organization, { id }) => `${organization}/directories/${segment(id)}`,
  identityProvider: (organization, { id }) => `${organization}/directories/${segment(id)}`,
  serviceUser: (organization, { id }) => `${organization}/service-users/${segment(id)}`,
  application: (organization, { id, projectId = '' }) => `${organization}/projects/${segment(projectId)}/applications/${segment(id)}`,
  person: (organization, { id }) => `${organization}/people/${segment(id)}`,
  job: () => '/service/state',
};

/** The page of a kind whose targets have none, with its name. */
const PAGES: Partial<Record<Kind, { to: (organization: string) => string; name: 'toInvitations' | 'toMail' | 'toState' }>> = {
  'invitation.expired': { to: (organization) => `${organization}/invitations`, name: 'toInvitations' },
  'mail.undelivered': { to: () => '/service/mail', name: 'toMail' },
  'version.outdated': { to: () => '/service/state', name: 'toState' },
};

export function Attention({ orgId, items }: { orgId: string; items: readonly AttentionItem[] }) {
  return (
    <Section title={t('attention')}>
      {items.length === 0 ? (
        <Text c="dimmed">{t('attention.none')}</Text>
      ) : (
        <ul className={classes.items}>
          {items.map((item) => (
            <Item key={item.kind} organization={`/orgs/${segment(orgId)}`} item={item} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Item({ organization, item: { kind, count, atLeast, targets } }: { organization: string; item: AttentionItem }) {
  const page = PAGES[kind];
  const number = formatNumber(count) + (atLeast ? '+' : '');
  return (
    <li className={classes.item}>
      <span className={classes.mark}>
        <Icon name="alert" />
      </span>
      <span>
        {t(`attention.${kind}`, { count, number })}
        <span className={classes.targets}>
          {targets.map((target) => (
            <Target key={target.id} isShared={kind === 'sharedProvider.certificateEnding'} {...{ organization, target }} />
          ))}
          {targets.length > 0 && count > targets.length && (
            <span>{t('attention.more', { number: formatNumber(count - targets.length) })}</span>
          )}
          {page && (
            <Anchor component={Link} to={page.to(organization)}>
              {t(`attention.${page.name}`)}
            </Anchor>
          )}
        </span>
      </span>
    </li>
  );
}

/** Of a provider of the whole service, only some who see its state may open the page. */
function Target({ organization, target, isShared }: { organization: string; target: Target; isShared: boolean }) {
  const may = useMay();
  if (isShared && !may('idp.read')) return <bdi>{target.name}</bdi>;
  return (
    <Anchor component={Link} to={isShared ? `/service/identity-providers/${segment(target.id)}` : PATHS[target.type](organization, target)}>
      <bdi>{target.name}</bdi>
    </Anchor>
  );
}
