// Settings for the usual kinds of applications, so that a name and a redirect address are enough.
import type { ApplicationConfig } from './application.js';

export const APPLICATION_TEMPLATES = ['web', 'spa', 'native', 'api'] as const;
export type ApplicationTemplate = (typeof APPLICATION_TEMPLATES)[number];

/** Code with PKCE, and a refresh token for whoever asks for offline_access (RFC 9700 section 2.1.1). */
const SIGNS_IN = { responseTypes: ['code'], grantTypes: ['authorization_code', 'refresh_token'] } satisfies Partial<ApplicationConfig>;

/** What each stands for; the rest is the default. */
const SETTINGS: Readonly<Record<ApplicationTemplate, Partial<ApplicationConfig>>> = {
  web: { type: 'web', authMethod: 'client_secret_basic', ...SIGNS_IN },
  spa: { type: 'userAgent', authMethod: 'none', ...SIGNS_IN },
  native: { type: 'native', authMethod: 'none', ...SIGNS_IN },
  api: { type: 'api', authMethod: 'client_secret_basic' },
};

/** What a body says, and of the template what it does not say. */
export function withTemplate<Body extends object>(template: ApplicationTemplate | undefined, body: Body): Body {
  if (template === undefined) return body;
  const said = Object.entries(body).filter(([, value]) => value !== undefined);
  return { ...SETTINGS[template], ...(Object.fromEntries(said) as Body) };
}
