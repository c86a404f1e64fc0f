// Identity providers of organizations and of the service, and the links of people to them.
import { CREATED, removal, row, type Row } from './row.js';

const ID = '0199b6a4-5f0e-7d5b-9a52-2f5f6d3f7a10';
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
    'Adds an identity provider. The secret is in --data',
    `POST ${base}`,
    [
      `--template okta --name Okta --data @okta.json ${org}`,
      `--kind saml --name University --metadata-url https://idp.example.com/metadata ${org}`,
      `--kind ldap --name Directory --data @ldap.json ${org}`,
    ],
    { body: ['kind', 'template', 'tenant', ...SETTINGS] },
  ),
  row(
    `${subject} update`,
    'Changes what is named; the rest stays',
    `PATCH ${base}/{identityProviderId}`,
    [`${ID} --creation automatic ${org}`, `${ID} --data @groups.json ${org}`],
    { body: SETTINGS },
  ),
  row(`${subject} test`, 'Tries what a sign-in needs, step by step', `POST ${base}/{identityProviderId}/_test`, `${ID} ${org}`, {
    list: 'steps',
    columns: ['step', 'ok', 'detail'],
  }),
  row(`${subject} health`, 'Shows when it was used last, and what failed last', `GET ${base}/{identityProviderId}/health`, `${ID} ${org}`),
  removal(`${subject} delete`, 'Removes an identity provider, with all links to it', `${base}/{identityProviderId}`, `${ID} ${org}`.trim()),
];

const LINKS = '/admin/v1/organizations/{orgId}/people/{userId}/identity-links';
const PERSON = '268351204312072193';

export const IDENTITY_PROVIDER_ROWS: readonly Row[] = [
  ...rowsOf('idps', '/admin/v1/organizations/{orgId}/identity-providers', 'an organization', '--org acme'),
  ...rowsOf('service-idps', '/admin/v1/identity-providers', 'the service', ''),
  row('users identities list', 'Lists the identity providers with which a person signs in', `GET ${LINKS}`, PERSON, {
    list: 'identityLinks',
    columns: ['identityProviderId', 'name', 'loginName', 'subject', 'createdAt', 'lastUsedAt'],
    query: ['q', 'name', 'kind', ...CREATED],
  }),
  row('users identities get', 'Shows one link to an identity provider', `GET ${LINKS}/{identityProviderId}`, `${PERSON} ${ID}`),
  row(
    'users identities add',
    'Links a person to an identity provider',
    `POST ${LINKS}`,
    `${PERSON} --provider ${ID} --subject 248289761001`,
    {
      body: ['identityProviderId --provider', 'subject', 'loginName'],
    },
  ),
  removal('users identities remove', 'Ends a link to an identity provider', `${LINKS}/{identityProviderId}`, `${PERSON} ${ID}`),
];
