import { NAMED, flag, removal, required, text, whole, type Fields, type Row } from './row.js';

const CONNECTIONS = '/admin/v1/organizations/{orgId}/connections';
const CONNECTION = `${CONNECTIONS}/{connectionId}`;
/** `--data` also accepts the switches (docs/scim.md). */
const SETTINGS: Fields = {
  preset: text('the preset of switches, such as entra, okta or onelogin'),
  provisioningDomain: text('namespace of its externalIds; absent: the shared one'),
  emailTrust: text('which addresses count as verified'),
};
const EXPIRY: Fields = { expiresAt: text('when its token ends, such as 2030-01-01T00:00:00Z; absent: never', { option: 'expires-at' }) };

export const CONNECTION_ROWS: readonly Row[] = [
  {
    command: 'connections list',
    does: 'Lists the directories that provision an organization',
    route: `GET ${CONNECTIONS}`,
    list: 'connections',
    columns: ['connectionId', 'name', 'preset', 'active', 'createdAt'],
    query: { ...NAMED, preset: text('only those with this preset') },
    examples: ['gatehouse connections list'],
  },
  {
    command: 'connections get',
    does: 'Shows one connection, with its tokens but for their values',
    route: `GET ${CONNECTION}`,
    examples: ['gatehouse connections get 268351204312072193'],
  },
  {
    command: 'connections create',
    does: 'Adds a connection; its token is shown once',
    route: `POST ${CONNECTIONS}`,
    body: { name: text('name people see', required), description: text('what it is for'), ...SETTINGS, ...EXPIRY },
    examples: ['gatehouse connections create --name "Entra ID" --preset entra'],
  },
  {
    command: 'connections update',
    does: 'Changes what is named; the rest stays',
    route: `PATCH ${CONNECTION}`,
    body: SETTINGS,
    examples: ['gatehouse connections update 268351204312072193 --preset okta'],
  },
  {
    command: 'connections rotate-token',
    does: 'Makes a new token, which is shown once; the old ones end after a while',
    route: `POST ${CONNECTION}/tokens`,
    body: { ...EXPIRY, overlapSeconds: whole('seconds for which the old tokens keep working; absent: a week', { option: 'overlap' }) },
    examples: ['gatehouse connections rotate-token 268351204312072193 --overlap 3600'],
  },
  removal(
    'connections delete',
    'Ends a connection; its service user stays, deactivated, and its people stay',
    CONNECTION,
    '268351204312072193',
  ),
  {
    command: 'connections omissions',
    does: "Shows what a directory sent that can't be stored, and for how many people and groups",
    route: `GET ${CONNECTION}/omissions`,
    list: 'omissions',
    columns: ['attribute', 'kind', 'count', 'lastAt', 'reason'],
    examples: ['gatehouse connections omissions 268351204312072193'],
  },
  {
    command: 'connections log',
    does: 'Shows what directories asked for, and how it went',
    route: 'POST /admin/v1/organizations/{orgId}/provisioning/_search',
    list: 'entries',
    columns: ['time', 'callerId', 'operation', 'resourceType', 'targetName', 'status', 'attribute', 'error'],
    body: {
      callerId: text('only of this caller, such as a connection', { option: 'by' }),
      target: text('only about this user: its id, or the userName that was sent', { option: 'about' }),
      failedOnly: flag('only requests that were refused or failed', { option: 'failed' }),
      since: text('from this time on'),
      until: text('before this time'),
      limit: whole('maximum number of entries'),
      page: text('nextPage of the page before'),
    },
    examples: ['gatehouse connections log --failed --limit 20'],
  },
];
