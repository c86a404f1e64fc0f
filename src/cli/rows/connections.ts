import { NAMED, removal, row, type Row } from './row.js';

const CONNECTIONS = '/admin/v1/organizations/{orgId}/connections';
const CONNECTION = `${CONNECTIONS}/{connectionId}`;
/** `--data` also accepts the switches (docs/scim.md). */
const SETTINGS = ['preset', 'provisioningDomain', 'emailTrust'];

export const CONNECTION_ROWS: readonly Row[] = [
  row('connections list', 'Lists the directories that provision an organization', `GET ${CONNECTIONS}`, '', {
    list: 'connections',
    columns: ['connectionId', 'name', 'preset', 'active', 'createdAt'],
    query: [...NAMED, 'preset'],
  }),
  row('connections get', 'Shows one connection, with its tokens but for their values', `GET ${CONNECTION}`, '268351204312072193'),
  row('connections create', 'Adds a connection; its token is shown once', `POST ${CONNECTIONS}`, '--name "Entra ID" --preset entra', {
    body: ['name', 'description', ...SETTINGS, 'expiresAt'],
  }),
  row('connections update', 'Changes what is named; the rest stays', `PATCH ${CONNECTION}`, '268351204312072193 --preset okta', {
    body: SETTINGS,
  }),
  row(
    'connections rotate-token',
    'Makes a new token, which is shown once; the old ones end after a while',
    `POST ${CONNECTION}/tokens`,
    '268351204312072193 --overlap 3600',
    { body: ['expiresAt', 'overlapSeconds --overlap'] },
  ),
  removal(
    'connections delete',
    'Ends a connection; its service user stays, deactivated, and its people stay',
    CONNECTION,
    '268351204312072193',
  ),
  row(
    'connections omissions',
    "Shows what a directory sent that can't be stored, and for how many people and groups",
    `GET ${CONNECTION}/omissions`,
    '268351204312072193',
    { list: 'omissions', columns: ['attribute', 'kind', 'count', 'lastAt', 'reason'] },
  ),
  row(
    'connections log',
    'Shows what directories asked for, and how it went',
    'POST /admin/v1/organizations/{orgId}/provisioning/_search',
    '--failed --limit 20',
    {
      list: 'entries',
      columns: ['time', 'callerId', 'operation', 'resourceType', 'targetName', 'status', 'attribute', 'error'],
      body: ['callerId --by', 'target --about', 'failedOnly --failed', 'since', 'until', 'limit', 'page'],
    },
  ),
];
