import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PersonState } from './person-state.tsx';
import type { PersonDetails } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

/** Whether the person can sign in, and under which names and addresses. */
export function PersonSummary({ person }: { person: PersonDetails }) {
  const { orgId, userId, emails, password } = person;
  const { data } = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/lock', { path: { orgId, userId } }));
  const refusedUntil = data?.data.refusedUntil;
  return (
    <Section title={t('summary')}>
      <Facts
        items={[
          [t('state'), <PersonState key="state" person={person} />],
          [t('lockedAt'), person.lockedAt && <When at={person.lockedAt} />],
          [t('refusedUntil'), refusedUntil && <When at={refusedUntil} />],
          [t('loginName'), <CopyValue key="login" name={t('loginName')} value={person.loginName} />],
          [t('password'), password ? <PasswordState key="password" password={password} /> : t('password.none')],
          ...emails.map(
            ({ value, verified }) =>
              [
                t('email'),
                <span key={value}>
                  <bdi>{value}</bdi>{' '}
                  {verified ? (
                    <StateBadge tone="good">{t('verified')}</StateBadge>
                  ) : (
                    <StateBadge tone="plain">{t('notVerified')}</StateBadge>
                  )}
                </span>,
              ] as const,
          ),
          [t('createdAt'), <When key="created" at={person.createdAt} />],
          [t('userId'), <CopyValue key="id" name={t('userId')} value={userId} />],
        ]}
      />
    </Section>
  );
}

function PasswordState({ password: { changedAt, changeRequired } }: { password: NonNullable<PersonDetails['password']> }) {
  return (
    <>
      {t('password.changed')} <When at={changedAt} />
      {changeRequired && (
        <>
          {' '}
          <StateBadge tone="plain">{t('password.changeRequired')}</StateBadge>
        </>
      )}
    </>
  );
}
