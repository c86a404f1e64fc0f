import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

export function ActiveState({ isActive }: { isActive: boolean }) {
  return <StateBadge tone={isActive ? 'good' : 'plain'}>{t(isActive ? 'state.active' : 'state.inactive')}</StateBadge>;
}
