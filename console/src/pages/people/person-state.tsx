import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Person } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

export function PersonState({ person: { state, locked } }: { person: Pick<Person, 'state' | 'locked'> }) {
  if (locked) return <StateBadge tone="bad">{t('state.locked')}</StateBadge>;
  return state === 'active' ? (
    <StateBadge tone="good">{t('state.active')}</StateBadge>
  ) : (
    <StateBadge tone="plain">{t('state.inactive')}</StateBadge>
  );
}
