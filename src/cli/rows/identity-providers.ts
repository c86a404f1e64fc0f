// Identity providers of organizations and of the service, and the links of people to them.
import { CREATED, removal, row, type Row } from './row.js';

const ID = 'Okta';
const COLUMNS = ['identityProviderId', 'name', 'kind', 'template', 'enabled', 'createdAt'];
/** `--data` also accepts the settings of each kind. */
const SETTINGS = [
  'name',
  'enabled',
  'buttonShown',
  'buttonLabel',
  'buttonOrder',
  'domains',
  'creation',
  'linking',
  'updates',
  'connectionId',
  'issuer',
  'clientId',
  'scopes',
  'tenants',
  'hostedDomains',
  'metadataUrl',
  'upstreamSignOut',
  'sendsAuthTime',
  'groupsClaim',
];

const SECRETS: Row['secrets'] = [
  { member: 'clientSecret', asks: 'Client secret (empty: none)', with: 'clientId' },
  { member: 'bindPassword', asks: 'Password of the bind (empty: none)', with: 'bindDn' },
];

/** @param org what names the owner in examples */
const rowsOf = (subject: string, base: string, owner: string, org: string): readonly Row[] => [
  row(`${subject} list`, `Lists the identity providers of ${owner}`, `GET ${base}`, org, {
    list: 'identityProviders',
    columns: COLUMNS,
    query: ['q', 'name', 'kind', 'template', 'enabled', ...CREATED],
  }),
  row(`${subject} get`, 'Shows one identity provider, without its secret', `GET ${base}/{identityProviderId}`, `${ID} ${org}`),
  row(
    `${subject} create`,
    'Adds an identity provider',
    `POST ${base}`,
    [
      `--template okta --name Okta --issuer https://acme.okta.com --client-id 0oa1b2c3 ${org}`,
      `--kind saml --name University --metadata-url https://idp.example.com/metadata ${org}`,
      `--kind ldap --name Directory --data @ldap.json ${org}`,
    ],
    { body: ['kind', 'template', 'tenant', ...SETTINGS], secrets: SECRETS },
  ),
  row(
    `${subject} update`,
    'Changes the given settings and keeps the others',
    `PATCH ${base}/{identityProviderId}`,
    [`${ID} --creation automatic ${org}`, `${ID} --data @groups.json ${org}`],
    { body: SETTINGS, secrets: SECRETS },
  ),
  row(
    `${subject} set-logo`,
    'Sets the logo on the button: PNG, JPEG, WebP or plain SVG in base64',
    `PUT ${base}/{identityProviderId}/logo`,
    `${ID} --content "$(base64 -w0 logo.svg)" ${org}`.trim(),
    { body: ['content'] },
  ),
  removal(`${subject} remove-logo`, 'Removes the logo', `${base}/{identityProviderId}/logo`, `${ID} ${org}`.trim()),
  row(`${subject} test`, 'Tests each step that a sign-in needs', `POST ${base}/{identityProviderId}/_test`, `${ID} ${org}`, {
    list: 'steps',
    columns: ['step', 'ok', 'detail'],
  }),
  row(`${subject} health`, 'Shows the last use and the last failure', `GET ${base}/{identityProviderId}/health`, `${ID} ${org}`),
  removal(`${subject} delete`, 'Removes an identity provider with all its links', `${base}/{identityProviderId}`, `${ID} ${org}`.trim()),
];

const LINKS = '/admin/v1/organizations/{orgId}/people/{userId}/identity-links';
const PERSON = 'ada@example.com';

export const IDENTITY_PROVIDER_ROWS: readonly Row[] = [
  ...rowsOf('idps', '/admin/v1/organizations/{orgId}/identity-providers', 'an organization', '--org acme'),
  ...rowsOf('service-idps', '/admin/v1/identity-providers', 'the service', ''),
  row('users identities list', 'Lists the identity providers of a person', `GET ${LINKS}`, PERSON, {
    list: 'identityLinks',
    columns: ['identityProviderId', 'name', 'loginName', 'subject', 'createdAt', 'lastUsedAt'],
    query: ['q', 'name', 'kind', ...CREATED],
  }),
  row('users identities get', 'Shows one link to an identity provider', `GET ${LINKS}/{identityProviderId}`, `${PERSON} ${ID}`),
  row(
    'users identities add',
    'Links a person to an identity provider',
    `POST ${LINKS}`,
    `${PERSON} --provider Okta --subject 248289761001`,
    {
      body: ['identityProviderId --provider', 'subject', 'loginName'],
    },
  ),
  removal(
    'users identities remove',
    'Removes a link to an identity provider',
    `${LINKS}/{identityProviderId}`,
    `${PERSON} --provider Okta`,
    {
      named: ['identityProviderId --provider'],
    },
  ),
];
