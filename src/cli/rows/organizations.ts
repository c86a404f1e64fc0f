import { OVERVIEW, TIMES, removal, row, type Row } from './row.js';
import { metadataRows } from './metadata.js';

const ORG = '/admin/v1/organizations/{orgId}';
const COLUMNS = ['orgId', 'name', 'primaryDomain', 'state', 'createdAt'];

export const ORGANIZATION_ROWS: readonly Row[] = [
  row('orgs list', 'Lists the organizations', 'GET /admin/v1/organizations', ['--sort -createdAt --limit 20', '--all --json'], {
    list: 'organizations',
    columns: COLUMNS,
    query: ['q', 'name', 'state', ...TIMES],
  }),
  row('orgs get', 'Shows one organization', `GET ${ORG}`, 'acme'),
  row('orgs create', 'Adds an organization', 'POST /admin/v1/organizations', '--name "Example Ltd" --domain example.com --id acme', {
    body: ['name', 'primaryDomain --domain', 'orgId --id'],
  }),
  row('orgs update', 'Renames an organization', `PATCH ${ORG}`, 'acme --name "Example plc"', { body: ['name'] }),
  row('orgs statistics', 'Counts people, groups and other objects of an organization', `GET ${ORG}/statistics`, 'acme'),
  row(
    'orgs overview',
    'Shows numbers, sign-ins of 30 days, and what needs attention',
    `GET ${ORG}/overview`,
    ['acme', 'acme --json'],
    OVERVIEW,
  ),
  row(
    'orgs delete',
    'Deletes an organization with everything in it; --dry-run lists what that is',
    `DELETE ${ORG}`,
    'acme --confirm-name "Example Ltd" --dry-run',
    { query: ['confirmName'] },
  ),
  row('orgs deactivate', 'Deactivates an organization; its tokens end permanently', `POST ${ORG}/_deactivate`, 'acme'),
  row('orgs reactivate', 'Reactivates an organization', `POST ${ORG}/_reactivate`, 'acme'),
  row('domains list', 'Lists the domains of an organization', `GET ${ORG}/domains`, '--org acme', {
    list: 'domains',
    columns: ['domain', 'verified', 'primary'],
  }),
  row('domains get', 'Shows one domain', `GET ${ORG}/domains/{domain}`, 'example.com'),
  row('domains create', 'Adds a domain; it has no effect until it is verified', `POST ${ORG}/domains`, '--domain example.com', {
    body: ['domain'],
  }),
  row(
    'domains challenge',
    'Shows what to publish to prove a domain',
    `POST ${ORG}/domains/{domain}/_challenge`,
    'example.com --method dns',
    { body: ['method'] },
  ),
  row('domains prove', 'Verifies a domain whose proof is published', `POST ${ORG}/domains/{domain}/_prove`, 'example.com'),
  row('domains verify', 'Verifies a domain, as an administrator of the service', `POST ${ORG}/domains/{domain}/_verify`, 'example.com'),
  row(
    'domains set-primary',
    'Makes a verified domain the suffix of login names',
    `POST ${ORG}/domains/{domain}/_set-primary`,
    'example.com',
  ),
  removal('domains delete', 'Removes a domain', `${ORG}/domains/{domain}`, 'example.com'),
  ...metadataRows('orgs', 'an organization', ORG, 'acme'),
];
