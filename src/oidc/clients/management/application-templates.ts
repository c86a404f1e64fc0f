// Settings for the usual kinds of applications, so that a name and a redirect address are enough.
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { ApplicationConfig } from '../application.js';

/** `machine` is accepted only to be refused with a pointer to service users. */
export const APPLICATION_TEMPLATES = ['web', 'spa', 'native', 'api', 'machine'] as const;
export type ApplicationTemplate = (typeof APPLICATION_TEMPLATES)[number];

/** Code with PKCE, and a refresh token if offline_access is requested (RFC 9700 section 2.1.1). */
const SIGNS_IN = { responseTypes: ['code'], grantTypes: ['authorization_code', 'refresh_token'] } satisfies Partial<ApplicationConfig>;

/** The settings of each template; all others get their default. */
const SETTINGS: Readonly<Record<Exclude<ApplicationTemplate, 'machine'>, Partial<ApplicationConfig>>> = {
  web: { type: 'web', authMethod: 'client_secret_basic', ...SIGNS_IN },
  spa: { type: 'userAgent', authMethod: 'none', ...SIGNS_IN },
  native: { type: 'native', authMethod: 'none', ...SIGNS_IN },
  api: { type: 'api', authMethod: 'client_secret_basic' },
};

/** The body's own members, completed by those of the template. @throws DomainError `invalid` for a machine, which is no application */
export function withTemplate<Body extends object>(template: ApplicationTemplate | undefined, body: Body): Body {
  if (template === undefined) return body;
  if (template === 'machine')
    throw new DomainError(
      'invalid',
      'application.machine',
      'A program that signs in by itself is a service user, not an application: POST /admin/v1/organizations/{orgId}/service-users, then …/{userId}/secrets or …/keys.',
      'template',
    );
  const said = Object.entries(body).filter(([, value]) => value !== undefined);
  return { ...SETTINGS[template], ...(Object.fromEntries(said) as Body) };
}
