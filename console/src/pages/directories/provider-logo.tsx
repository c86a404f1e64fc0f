// The logo of an identity provider.
import { apiRequest } from '../../api/client.ts';
import { LogoSection } from '../../components/logo-section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { LOGO, PROVIDERS, type Provider } from './directory.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

interface ProviderLogoProps {
  path: { orgId: string; identityProviderId: string };
  provider: Provider;
  canChange: boolean;
}

export function ProviderLogo({ path, provider: { logo }, canChange }: ProviderLogoProps) {
  return (
    <LogoSection
      name={t('logo')}
      about={t('logo.about')}
      logo={logo}
      none={t('logo.none')}
      canChange={canChange}
      uploadOf={(content) => apiRequest('put', LOGO, { path, body: { content } })}
      removal={logo === null ? undefined : apiRequest('delete', LOGO, { path })}
      stale={[PROVIDERS]}
      done={t('logo.done')}
      removed={t('logo.removed')}
    >
      {t('logo.remove.text')}
    </LogoSection>
  );
}
