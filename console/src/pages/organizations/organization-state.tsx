import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Organization } from './organization.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('organizations');

export function OrganizationState({ organization: { state } }: { organization: Organization }) {
  return <StateBadge tone={state === 'active' ? 'good' : 'plain'}>{t(`state.${state}`)}</StateBadge>;
}
