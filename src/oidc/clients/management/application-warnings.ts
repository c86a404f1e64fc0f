// Settings of an application that are allowed but rarely intended, or weaker than necessary. The warnings are shown with the application.
import { DEVICE_CODE, type ApplicationConfig } from '../application.js';
import { isImplicit, isOpenHttp } from '../application-rules.js';
import { SIGN_IN_WAYS } from '../login-page-choices.js';

/** `code` is stable and identifies the warning; `field` is the setting. */
export interface ApplicationWarning {
  code: string;
  field: keyof ApplicationConfig | 'projectId';
  message: string;
}

const LONG_ACCESS_SECONDS = 8 * 3_600;
const LONG_REFRESH_SECONDS = 90 * 86_400;

const WARNINGS: ReadonlyArray<ApplicationWarning & { applies(config: ApplicationConfig): boolean }> = [
  {
    code: 'application.warning.redirectUris.http',
    field: 'redirectUris',
    message: 'An address with http can be read and changed on the way. Use https.',
    applies: ({ redirectUris }) => redirectUris.some(isOpenHttp),
  },
  {
    code: 'application.warning.postLogoutRedirectUris.http',
    field: 'postLogoutRedirectUris',
    message: 'An address with http can be read and changed on the way. Use https.',
    applies: ({ postLogoutRedirectUris }) => postLogoutRedirectUris.some(isOpenHttp),
  },
  {
    // RFC 9700 section 2.1.2.
    code: 'application.warning.implicit',
    field: 'responseTypes',
    message: 'Tokens in addresses end up in histories and logs. Use the response type code with PKCE.',
    applies: isImplicit,
  },
  {
    // RFC 8628 section 5.4.
    code: 'application.warning.deviceCode',
    field: 'grantTypes',
    message:
      'With the device grant, an attacker can start a sign-in and send its code to a person, who approves it. Allow it only for devices without a browser.',
    applies: ({ grantTypes }) => grantTypes.includes(DEVICE_CODE),
  },
  {
    code: 'application.warning.devMode',
    field: 'devMode',
    message: 'Development mode allows http on any host. Switch it off before people sign in.',
    applies: ({ devMode }) => devMode,
  },
  {
    code: 'application.warning.publicWeb',
    field: 'authMethod',
    message: 'An application on a server can keep a secret. Use one, or a key, so that no other program can pretend to be it.',
    applies: ({ type, authMethod }) => type === 'web' && authMethod === 'none',
  },
  {
    code: 'application.warning.accessTokenSeconds',
    field: 'accessTokenSeconds',
    message:
      'Access tokens live longer than eight hours. An API that checks them without asking this service learns of their early end only then.',
    applies: ({ accessTokenSeconds = 0 }) => accessTokenSeconds > LONG_ACCESS_SECONDS,
  },
  {
    code: 'application.warning.refreshAbsoluteSeconds',
    field: 'refreshAbsoluteSeconds',
    message: 'People stay signed in for more than 90 days without being asked again.',
    applies: ({ refreshAbsoluteSeconds = 0 }) => refreshAbsoluteSeconds > LONG_REFRESH_SECONDS,
  },
  {
    code: 'application.warning.loginPage.ways',
    field: 'loginPage',
    message:
      'The sign-in page hides a way to sign in, but people who are signed in already come in without it. What has to be proven is the policy `assurance`, or acr_values of the request.',
    applies: ({ loginPage }) => loginPage.ways.length < SIGN_IN_WAYS.length,
  },
  {
    code: 'application.warning.apiAccess',
    field: 'apiAccess',
    message: 'Its tokens may do in this service whatever the person may who signs in.',
    applies: ({ apiAccess }) => apiAccess,
  },
];

/** Shown when an application is added, because it depends on the other applications of its project. */
export const AUDIENCE_IS_FULL: ApplicationWarning = {
  code: 'application.warning.audience',
  field: 'projectId',
  message:
    'Tokens of this project name its applications in aud, the oldest as far as they fit: this one is not among them, or one of the next will not be. Compare aud with the id of the project and switch applicationsInAudience off.',
};

/** The warnings about an application, in the order of the table. */
export function applicationWarnings(config: ApplicationConfig): ApplicationWarning[] {
  return WARNINGS.filter(({ applies }) => applies(config)).map(({ code, field, message }) => ({ code, field, message }));
}
