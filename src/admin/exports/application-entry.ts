// An application as an import takes one.
import type { ApplicationConfig } from '../../oidc/clients/application.js';
import { GRANTS, METHODS, RESPONSES, STRICT_FLAGS, TYPES } from '../imports/records/application-record.js';
import type { ExportLine } from './export-line.js';

interface ExportedApplication {
  id: string;
  projectId: string;
  name: string;
  config: ApplicationConfig;
}

/** Without its secrets, of which there are digests only. */
export function applicationLine({ id, projectId, name, config }: ExportedApplication): ExportLine {
  const app = { projectId, name, authMethodType: wordFor(METHODS, config.authMethod) };
  if (config.type === 'api') return { list: 'apiApps', entry: { appId: id, app } };
  const { redirectUris, postLogoutRedirectUris, devMode, accessTokenType } = config;
  const { idTokenUserinfoAssertion, idTokenRoleAssertion, accessTokenRoleAssertion } = config;
  return {
    list: 'oidcApps',
    entry: {
      appId: id,
      app: {
        ...app,
        appType: wordFor(TYPES, config.type),
        redirectUris,
        postLogoutRedirectUris,
        responseTypes: config.responseTypes.map((type) => wordFor(RESPONSES, type)),
        grantTypes: config.grantTypes.map((type) => wordFor(GRANTS, type)),
        devMode,
        accessTokenType,
        idTokenUserinfoAssertion,
        idTokenRoleAssertion,
        accessTokenRoleAssertion,
        ...(config.profile !== 'none' && { profile: config.profile }),
        ...Object.fromEntries(STRICT_FLAGS.filter((name) => config[name]).map((name) => [name, true])),
      },
    },
  };
}

/** The first word of a table that means a value. */
function wordFor<Value>(table: Readonly<Record<string, Value>>, value: Value): string | undefined {
  return Object.keys(table).find((word) => table[word] === value);
}
