// The logo of an application.
import { apiRequest, type Versioned } from '../../api/client.ts';
import { LogoSection } from '../../components/logo-section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { APPLICATIONS, LOGO, type Application, type ApplicationPlace } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

interface ApplicationLogoProps {
  place: ApplicationPlace;
  current: Versioned<Application>;
  canChange: boolean;
}

export function ApplicationLogo({ place, current: { data }, canChange }: ApplicationLogoProps) {
  const { logo } = data;
  return (
    <LogoSection
      name={t('logo')}
      about={t('logo.about')}
      logo={logo}
      none={t('logo.none')}
      canChange={canChange}
      uploadOf={(content) => apiRequest('put', LOGO, { path: place, body: { content } })}
      removal={logo === null ? undefined : apiRequest('delete', LOGO, { path: place })}
      stale={[APPLICATIONS]}
      done={t('logo.done')}
      removed={t('logo.removed')}
    >
      {t('logo.remove.text')}
    </LogoSection>
  );
}
