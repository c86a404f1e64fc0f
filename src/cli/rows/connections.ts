import { NAMED, removal, row, type Row } from './row.js';

const CONNECTIONS = '/admin/v1/organizations/{orgId}/connections';
const CONNECTION = `${CONNECTIONS}/{connectionId}`;
/** `--data` also accepts the switches (docs/scim.md). */
const SETTINGS = ['preset', 'provisioningDomain', 'emailTrust'];

export const CONNECTION_ROWS: readonly Row[] = [
  row('connections list', 'Lists the SCIM connections of an organization', `GET ${CONNECTIONS}`, '', {
    list: 'connections',
    columns: ['connectionId', 'name', 'preset', 'active', 'createdAt'],
    query: [...NAMED, 'preset'],
  }),
  row('connections get', 'Shows one connection with its tokens, without their values', `GET ${CONNECTION}`, '268351204312072193'),
  row('connections create', 'Adds a connection and prints its token once', `POST ${CONNECTIONS}`, '--name "Entra ID" --preset entra', {
    body: ['name', 'description', ...SETTINGS, 'expiresAt'],
  }),
  row('connections update', 'Changes the given settings and keeps the others', `PATCH ${CONNECTION}`, '"Entra ID" --preset okta', {
    body: SETTINGS,
  }),
  row(
    'connections rotate-token',
    'Creates a new token and prints it once; old tokens end after the overlap',
    `POST ${CONNECTION}/tokens`,
    '268351204312072193 --overlap 3600',
    { body: ['expiresAt', 'overlapSeconds --overlap'] },
  ),
  removal(
    'connections delete',
    'Removes a connection; its people stay, and its service user stays deactivated',
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
    'Searches the requests of directories and their results',
    'POST /admin/v1/organizations/{orgId}/provisioning/_search',
    '--failed --limit 20',
    {
      list: 'entries',
      columns: ['time', 'callerId', 'operation', 'resourceType', 'targetName', 'status', 'attribute', 'error'],
      body: ['callerId --by', 'target --about', 'failedOnly --failed', 'since', 'until', 'limit', 'page'],
    },
  ),
];
