import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Import } from './imports.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

export function ImportState({ one: { state, failed } }: { one: Import }) {
  const isBad = state === 'failed' || failed > 0;
  return <StateBadge tone={isBad ? 'bad' : state === 'done' ? 'good' : 'plain'}>{t(`state.${state}`)}</StateBadge>;
}
