// The logo of an identity provider.
import { apiRequest } from '../../api/client.ts';
import { LogoSection } from '../../components/logo-section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Provider } from './directory.ts';
import { pathOf, routesOf, type ProviderPlace } from './owner.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

interface ProviderLogoProps {
  place: ProviderPlace;
  provider: Provider;
  canChange: boolean;
}

export function ProviderLogo({ place, provider: { logo }, canChange }: ProviderLogoProps) {
  const routes = routesOf(place);
  const path = pathOf(place);
  return (
    <LogoSection
      name={t('logo')}
      about={t('logo.about')}
      logo={logo}
      none={t('logo.none')}
      canChange={canChange}
      uploadOf={(content) => apiRequest('put', routes.logo, { path, body: { content } })}
      removal={logo === null ? undefined : apiRequest('delete', routes.logo, { path })}
      stale={[routes.list]}
      done={t('logo.done')}
      removed={t('logo.removed')}
    >
      {t('logo.remove.text')}
    </LogoSection>
  );
}
