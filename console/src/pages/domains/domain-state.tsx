import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import { stateOf, type Domain } from './domain.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('domains');

export function DomainState({ domain }: { domain: Domain }) {
  return <StateBadge tone={domain.verified ? 'good' : 'plain'}>{t(`state.${stateOf(domain)}`)}</StateBadge>;
}
