import { NAMED, removal, row, type Row } from './row.js';
import { credentialRows } from './credentials.js';

const APPLICATIONS = '/admin/v1/organizations/{orgId}/projects/{projectId}/applications';
const APPLICATION = `${APPLICATIONS}/{applicationId}`;

/** The most frequent settings; `--data` accepts all of them (docs, `/openapi.json`). */
const SETTINGS = [
  'type',
  'authMethod',
  'redirectUris --redirect-uri',
  'postLogoutRedirectUris --post-logout-redirect-uri',
  'grantTypes --grant-type',
  'allowedOrigins --allowed-origin',
  'accessTokenType',
  'accessTokenSeconds',
  'backchannelLogoutUri',
  'frontchannelLogoutUri',
  'initiateLoginUri',
  'requirePushedAuthorizationRequests',
  'requireDpop',
  'requireSignedResponses',
  'profile',
  'consentRequired',
  'allowedScopes --allowed-scope',
  'devMode',
  'loginPage.ways --login-way',
  'loginPage.registration --login-registration',
  'loginPage.forgottenPassword --login-forgotten-password',
  'loginPage.language --login-language',
];

export const APPLICATION_ROWS: readonly Row[] = [
  row('apps list', 'Lists the applications of a project', `GET ${APPLICATIONS}`, 'intranet', {
    list: 'applications',
    columns: ['applicationId', 'name', 'config.type', 'clientId', 'state'],
    query: [...NAMED, 'type', 'clientId', 'registeredBy'],
  }),
  row(
    'apps find',
    'Finds applications of an organization in all its projects',
    'GET /admin/v1/organizations/{orgId}/applications',
    '--q time',
    {
      list: 'applications',
      columns: ['applicationId', 'name', 'projectId', 'config.type', 'clientId', 'state'],
      query: [...NAMED, 'type', 'clientId'],
    },
  ),
  row('apps get', 'Shows one application', `GET ${APPLICATION}`, 'intranet timesheet'),
  row(
    'apps create',
    'Adds an application, and prints its client ID and secret',
    `POST ${APPLICATIONS}`,
    ['intranet --template spa --name "Time sheet" --redirect-uri https://app.example.com/callback', 'intranet --data @application.json'],
    { body: ['name', 'applicationId --id', 'template', ...SETTINGS], shows: 'application' },
  ),
  row(
    'apps update',
    'Changes the given settings and keeps the others',
    `PATCH ${APPLICATION}`,
    [
      'intranet timesheet --redirect-uri https://app.example.com/signed-in',
      'intranet timesheet --unset accessTokenSeconds',
      'intranet timesheet --no-login-registration --login-language de',
    ],
    { body: ['name', ...SETTINGS] },
  ),
  row('apps deactivate', 'Deactivates an application; its tokens end permanently', `POST ${APPLICATION}/_deactivate`, 'intranet timesheet'),
  row('apps reactivate', 'Reactivates an application', `POST ${APPLICATION}/_reactivate`, 'intranet timesheet'),
  row(
    'apps set-logo',
    'Sets the logo: PNG, JPEG, WebP or plain SVG in base64',
    `PUT ${APPLICATION}/logo`,
    'intranet timesheet --content "$(base64 -w0 logo.svg)"',
    { body: ['content'] },
  ),
  removal('apps remove-logo', 'Removes the logo', `${APPLICATION}/logo`, 'intranet timesheet'),
  removal('apps delete', 'Removes an application with its secrets and keys; its tokens become invalid', APPLICATION, 'intranet timesheet'),
  ...credentialRows('apps', 'an application', APPLICATION, 'intranet timesheet'),
];
