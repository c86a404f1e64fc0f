// Members that the entries of the other lists may have, by the path of the object they are in; any other is a remark.
import { PROJECT_FLAGS } from '../../../oidc/clients/projects.repository.js';
import { PORTABLE_MEMBERS, SECRET_MEMBERS } from '../../identity-providers/provider-members.js';
import { API_APP, OIDC_APP } from './application-record.js';
import { LOOK } from './branding-record.js';
import type { ListName } from './import-record.js';

/** The lists of everything but people and groups. */
export type ResourceList = Exclude<ListName, 'humanUsers' | 'groups' | 'groupMembers'>;

export const RESOURCE_MEMBERS: Readonly<Record<ResourceList, Readonly<Record<string, ReadonlySet<string>>>>> = {
  machineUsers: known({ '': 'userId user state', user: 'userName name description accessTokenType profile clientId clientSecret' }),
  projects: known({ '': 'projectId project', project: ['name', ...PROJECT_FLAGS, 'resourceUri'].join(' ') }),
  domains: known({ '': 'domainName isVerified isPrimary' }),
  identityProviders: known({
    '': 'identityProviderId identityProvider',
    identityProvider: ['kind', 'template', 'tenant', ...PORTABLE_MEMBERS, ...SECRET_MEMBERS].join(' '),
  }),
  identityProviderLogos: known({ '': 'identityProviderId content' }),
  userMetadata: known({ '': 'id key value' }),
  oidcApps: known({ '': 'appId app', app: OIDC_APP }),
  apiApps: known({ '': 'appId app', app: API_APP }),
  machineKeys: known({ '': 'keyId userId type expirationDate publicKey' }),
  appKeys: known({ '': 'id projectId appId type expirationDate publicKey' }),
  appLogos: known({ '': 'projectId appId content' }),
  branding: known({ '': 'branding', branding: LOOK }),
  brandingImages: known({ '': 'slot content' }),
  orgMembers: known({ '': 'userId roles' }),
};

function known(names: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(Object.entries(names).map(([path, list]) => [path, new Set(list.split(' '))]));
}
