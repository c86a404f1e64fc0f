// All commands of the API, and the subjects of the words before their last one.
import { APPLICATION_ROWS } from './applications.js';
import { AUTHORIZATION_ROWS } from './authorizations.js';
import { CONNECTION_ROWS } from './connections.js';
import { EVENT_ROWS } from './events.js';
import { GROUP_ROWS } from './groups.js';
import { BRANDING_ROWS } from './branding.js';
import { IDENTITY_PROVIDER_ROWS } from './identity-providers.js';
import { MAIL_ROWS } from './mail.js';
import { ORGANIZATION_ROWS } from './organizations.js';
import { POLICY_ROWS, POLICY_SUBJECTS } from './policies.js';
import { PROJECT_ROWS } from './projects.js';
import { SERVICE_ROWS } from './service.js';
import { SERVICE_USER_ROWS } from './service-users.js';
import { USER_ROWS } from './users.js';

export const ROWS = [
  ...ORGANIZATION_ROWS,
  ...USER_ROWS,
  ...GROUP_ROWS,
  ...SERVICE_USER_ROWS,
  ...PROJECT_ROWS,
  ...AUTHORIZATION_ROWS,
  ...APPLICATION_ROWS,
  ...CONNECTION_ROWS,
  ...IDENTITY_PROVIDER_ROWS,
  ...POLICY_ROWS,
  ...SERVICE_ROWS,
  ...BRANDING_ROWS,
  ...MAIL_ROWS,
  ...EVENT_ROWS,
] as const;

export const SUBJECTS: Readonly<Record<string, string>> = {
  orgs: 'organizations',
  'orgs metadata': 'metadata that other systems store about an organization',
  domains: 'domains of an organization',
  users: 'people',
  'users metadata': 'metadata that other systems store about a person',
  'users removed': 'deleted people who can be restored',
  sessions: 'browser sessions of an organization',
  'users sessions': 'browser sessions of a person',
  'users factors': 'second factors of a person',
  'users grants': 'tokens and consents of a person',
  'users identities': 'identity providers of a person',
  groups: 'groups and their members',
  'groups members': 'members of a group',
  'groups roles': 'administrative roles of a group',
  'service-users': 'programs that sign in by themselves',
  'service-users secrets': 'client secrets of a service user',
  'service-users keys': 'public keys of a service user',
  'service-users tokens': 'personal access tokens of a service user',
  'service-users metadata': 'metadata that other systems store about a service user',
  projects: 'projects, which applications belong to',
  'projects roles': 'roles of a project',
  'projects registration-tokens': 'tokens with which clients register themselves in a project',
  'projects authorizations': 'role assignments of a project',
  'projects grants': 'organizations that a project is granted to',
  authorizations: 'role assignments of all projects',
  'projects members': 'owners of a project',
  'granted-projects': 'projects granted to an organization',
  'granted-projects authorizations': 'role assignments of a grant',
  'granted-projects members': 'owners of a grant',
  connections: 'SCIM connections of an organization',
  idps: 'identity providers of an organization',
  'service-idps': 'identity providers of the whole service',
  ...POLICY_SUBJECTS,
  policies: 'policies of an organization',
  'service-policies': 'policies of the service',
  apps: 'applications of a project',
  'apps secrets': 'client secrets of an application',
  'apps keys': 'public keys of an application',
  members: 'administrators of an organization',
  'service-members': 'administrators of the whole service',
  keys: 'signing keys',
  features: 'features of the service',
  jobs: 'background jobs',
  'read-only': 'read-only mode for maintenance',
  database: 'database servers',
  mail: 'mail server and sender of the service',
  branding: 'theme of the pages of an organization',
  'service-branding': 'theme of the pages of the service',
  'mail-texts': 'mail texts of an organization',
  imports: 'imports of people and groups',
  events: 'events',
  bootstrap: 'the first organization and its administrator',
  'bootstrap admin': 'the first administrator',
};
