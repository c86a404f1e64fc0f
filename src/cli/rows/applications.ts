import { CREDENTIALS, NAMED, flag, list, removal, required, text, whole, type Fields, type Row } from './row.js';

const APPLICATIONS = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications';
const APPLICATION = `${APPLICATIONS}/{applicationId}`;

/** The most frequent settings; `--data` accepts all of them (docs, `/openapi.json`). */
const SETTINGS: Fields = {
  type: text('web keeps a secret on a server; native and userAgent cannot', { choices: ['web', 'native', 'userAgent', 'api'] }),
  authMethod: text('how it authenticates at the token endpoint', {
    choices: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
  }),
  redirectUris: list('where people come back to; may be repeated', { option: 'redirect-uri' }),
  postLogoutRedirectUris: list('where people may go after signing out; may be repeated', { option: 'post-logout-redirect-uri' }),
  grantTypes: list('grant it may use; may be repeated', { option: 'grant-type' }),
  allowedOrigins: list('web origin whose pages may call the OAuth endpoints; may be repeated', { option: 'allowed-origin' }),
  accessTokenType: text('format of its access tokens', { choices: ['opaque', 'jwt'] }),
  accessTokenSeconds: whole('lifetime of its access tokens in seconds'),
  backchannelLogoutUri: text('where it is told that a session has ended'),
  consentRequired: flag('users must consent before it receives any of their data'),
  devMode: flag('redirect URIs may use http on any host'),
  'loginPage.ways': list('way to sign in that its sign-in page shows: password, passkey; may be repeated', {
    option: 'login-way',
    choices: ['password', 'passkey'],
  }),
  'loginPage.registration': flag('its sign-in page lets people make an account, where the organization does', {
    option: 'login-registration',
  }),
  'loginPage.forgottenPassword': flag('its sign-in page resets a forgotten password', { option: 'login-forgotten-password' }),
  'loginPage.language': text('language of its sign-in page where nobody asks for one, such as de', { option: 'login-language' }),
};
const EXPIRY: Fields = { expiresAt: text('when it ends, such as 2030-01-01T00:00:00Z; absent: never', { option: 'expires-at' }) };

export const APPLICATION_ROWS: readonly Row[] = [
  {
    command: 'apps list',
    does: 'Lists the applications of a project',
    route: `GET ${APPLICATIONS}`,
    list: 'applications',
    columns: ['applicationId', 'name', 'config.type', 'clientId', 'state'],
    query: { ...NAMED, type: text('only those of this type'), clientId: text('only the one with this client id') },
    examples: ['gatehouse apps list intranet'],
  },
  { command: 'apps get', does: 'Shows one application', route: `GET ${APPLICATION}`, examples: ['gatehouse apps get intranet timesheet'] },
  {
    command: 'apps create',
    does: 'Adds an application; a secret is shown once',
    route: `POST ${APPLICATIONS}`,
    body: {
      name: text('name people see', required),
      applicationId: text('id to keep from another system; generated when absent', { option: 'id' }),
      template: text('settings of the usual kinds; other options win over it', { choices: ['web', 'spa', 'native', 'api'] }),
      ...SETTINGS,
    },
    examples: [
      'gatehouse apps create intranet --template spa --name "Time sheet" --redirect-uri https://app.example.com/callback',
      'gatehouse apps create intranet --data @application.json',
    ],
  },
  {
    command: 'apps update',
    does: 'Changes what is named; the rest stays',
    route: `PATCH ${APPLICATION}`,
    body: { name: text('name people see'), ...SETTINGS },
    examples: [
      'gatehouse apps update intranet timesheet --redirect-uri https://app.example.com/signed-in',
      'gatehouse apps update intranet timesheet --unset accessTokenSeconds',
      'gatehouse apps update intranet timesheet --no-login-registration --login-language de',
    ],
  },
  {
    command: 'apps deactivate',
    does: 'Ends its tokens for good',
    route: `POST ${APPLICATION}/_deactivate`,
    examples: ['gatehouse apps deactivate intranet timesheet'],
  },
  {
    command: 'apps reactivate',
    does: 'Lets it work again',
    route: `POST ${APPLICATION}/_reactivate`,
    examples: ['gatehouse apps reactivate intranet timesheet'],
  },
  removal('apps delete', 'Removes an application with its secrets and keys; its tokens are dead', APPLICATION, 'intranet timesheet'),
  {
    command: 'apps secrets list',
    does: 'Lists the secrets of an application, without their values',
    route: `GET ${APPLICATION}/secrets`,
    list: 'secrets',
    columns: ['secretId', 'createdAt', 'expiresAt'],
    query: CREDENTIALS,
    examples: ['gatehouse apps secrets list intranet timesheet'],
  },
  {
    command: 'apps secrets get',
    does: 'Shows one secret, without its value',
    route: `GET ${APPLICATION}/secrets/{secretId}`,
    examples: ['gatehouse apps secrets get intranet timesheet 268351204312072193'],
  },
  {
    command: 'apps secrets create',
    does: 'Adds a secret, which is shown once; the others keep working',
    route: `POST ${APPLICATION}/secrets`,
    body: EXPIRY,
    examples: ['gatehouse apps secrets create intranet timesheet'],
  },
  {
    command: 'apps secrets update',
    does: 'Has a secret end at a time',
    route: `PUT ${APPLICATION}/secrets/{secretId}`,
    body: EXPIRY,
    examples: ['gatehouse apps secrets update intranet timesheet 268351204312072193 --expires-at 2030-01-01T00:00:00Z'],
  },
  removal('apps secrets delete', 'Removes a secret', `${APPLICATION}/secrets/{secretId}`, 'intranet timesheet 268351204312072193'),
  {
    command: 'apps keys list',
    does: 'Lists the public keys of an application',
    route: `GET ${APPLICATION}/keys`,
    list: 'keys',
    columns: ['keyId', 'createdAt', 'expiresAt'],
    query: CREDENTIALS,
    examples: ['gatehouse apps keys list intranet timesheet'],
  },
  {
    command: 'apps keys get',
    does: 'Shows one public key',
    route: `GET ${APPLICATION}/keys/{keyId}`,
    examples: ['gatehouse apps keys get intranet timesheet 268351204312072193'],
  },
  {
    command: 'apps keys create',
    does: 'Adds a public key; without one a key file is made and shown once',
    route: `POST ${APPLICATION}/keys`,
    body: { publicKeyPem: text('public key as PEM (SPKI)', { option: 'public-key' }), ...EXPIRY },
    examples: ['gatehouse apps keys create intranet timesheet --public-key "$(cat key.pub.pem)"'],
  },
  removal('apps keys delete', 'Removes a public key', `${APPLICATION}/keys/{keyId}`, 'intranet timesheet 268351204312072193'),
];
