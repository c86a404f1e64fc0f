import { STATE, TIMES, removal, required, text, type Row } from './row.js';
import { metadataRows } from './metadata.js';

const ORG = '/admin/v1/organizations/{orgId}';
const COLUMNS = ['orgId', 'name', 'primaryDomain', 'state', 'createdAt'];

export const ORGANIZATION_ROWS: readonly Row[] = [
  {
    command: 'orgs list',
    does: 'Lists the organizations',
    route: 'GET /admin/v1/organizations',
    list: 'organizations',
    columns: COLUMNS,
    query: {
      q: text('only those whose names or ids contain this'),
      name: text('only those whose names begin with this'),
      ...STATE,
      ...TIMES,
    },
    examples: ['gatehouse orgs list --sort -createdAt --limit 20', 'gatehouse orgs list --all --json'],
  },
  {
    command: 'orgs get',
    does: 'Shows one organization',
    route: `GET ${ORG}`,
    orgIsArgument: true,
    examples: ['gatehouse orgs get acme'],
  },
  {
    command: 'orgs create',
    does: 'Adds an organization',
    route: 'POST /admin/v1/organizations',
    body: {
      name: text('name people see', required),
      primaryDomain: text('suffix of login names; unique in the service', { option: 'domain' }),
      orgId: text('id to keep from another system; generated when absent', { option: 'id' }),
    },
    examples: ['gatehouse orgs create --name "Example Ltd" --domain example.com --id acme'],
  },
  {
    command: 'orgs update',
    does: 'Renames an organization',
    route: `PATCH ${ORG}`,
    orgIsArgument: true,
    body: { name: text('name people see') },
    examples: ['gatehouse orgs update acme --name "Example plc"'],
  },
  {
    command: 'orgs statistics',
    does: 'Shows how much an organization has',
    route: `GET ${ORG}/statistics`,
    orgIsArgument: true,
    examples: ['gatehouse orgs statistics acme'],
  },
  {
    command: 'orgs delete',
    does: 'Deletes an organization with everything in it; --dry-run says what that is',
    route: `DELETE ${ORG}`,
    orgIsArgument: true,
    query: { confirmName: text('its name, so that it is not another one by mistake', required) },
    examples: ['gatehouse orgs delete acme --confirm-name "Example Ltd" --dry-run'],
  },
  {
    command: 'orgs deactivate',
    does: 'Shuts an organization out; its tokens end for good',
    route: `POST ${ORG}/_deactivate`,
    orgIsArgument: true,
    examples: ['gatehouse orgs deactivate acme'],
  },
  {
    command: 'orgs reactivate',
    does: 'Lets an organization in again',
    route: `POST ${ORG}/_reactivate`,
    orgIsArgument: true,
    examples: ['gatehouse orgs reactivate acme'],
  },
  {
    command: 'domains list',
    does: 'Lists the domains of an organization',
    route: `GET ${ORG}/domains`,
    list: 'domains',
    columns: ['domain', 'verified', 'primary'],
    examples: ['gatehouse domains list --org acme'],
  },
  {
    command: 'domains get',
    does: 'Shows one domain',
    route: `GET ${ORG}/domains/{domain}`,
    examples: ['gatehouse domains get example.com'],
  },
  {
    command: 'domains create',
    does: 'Adds a domain, which has no effect before it is verified',
    route: `POST ${ORG}/domains`,
    body: { domain: text('domain name; unique in the service', required) },
    examples: ['gatehouse domains create --domain example.com'],
  },
  {
    command: 'domains challenge',
    does: 'Says what to publish to prove a domain',
    route: `POST ${ORG}/domains/{domain}/_challenge`,
    body: { method: text('by a TXT record of the domain, or by a file of its web site', { ...required, choices: ['dns', 'http'] }) },
    examples: ['gatehouse domains challenge example.com --method dns'],
  },
  {
    command: 'domains prove',
    does: 'Verifies a domain whose proof is published',
    route: `POST ${ORG}/domains/{domain}/_prove`,
    examples: ['gatehouse domains prove example.com'],
  },
  {
    command: 'domains verify',
    does: 'Vouches for a domain, as an administrator of the service',
    route: `POST ${ORG}/domains/{domain}/_verify`,
    examples: ['gatehouse domains verify example.com'],
  },
  {
    command: 'domains set-primary',
    does: 'Makes a verified domain the suffix of login names',
    route: `POST ${ORG}/domains/{domain}/_set-primary`,
    examples: ['gatehouse domains set-primary example.com'],
  },
  removal('domains delete', 'Removes a domain', `${ORG}/domains/{domain}`, 'example.com'),
  ...metadataRows('orgs', 'an organization', ORG, 'acme'),
];
