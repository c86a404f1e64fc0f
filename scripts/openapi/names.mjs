// Names of operations: a verb and a noun, made of method and path, so that every client generator makes the same ones.

/** Resources that the service has as well as each organization: those of the service say so. */
const ALSO_OF_SERVICE = new Set(['branding', 'identity-providers', 'members', 'people', 'policies', 'provisioning']);
/** Words that no rule makes out of the path. */
const NAMED = /** @type {Readonly<Record<string, string>>} */ ({
  'GET /healthz': 'getHealth',
  'GET /readyz': 'getReadiness',
  'POST /admin/v1/import': 'importOrganizations',
  'GET /admin/v1/imports/{importId}/errors': 'downloadImportErrors',
  'POST /admin/v1/organizations/{orgId}/events/_search': 'searchOrganizationEvents',
  'POST /admin/v1/events/types/_search': 'listEventTypes',
  'POST /admin/v1/events/aggregates/types/_search': 'listEventAggregateTypes',
  'POST /admin/v1/aggregates/types/_search': 'listAggregateTypes',
  'GET /admin/v1/keys': 'listSigningKeys',
  'POST /admin/v1/keys/_rotate': 'rotateSigningKeys',
  'POST /admin/v1/keys/_revoke-sealing': 'revokeSealingKeys',
  'POST /admin/v1/keys/{kid}/_revoke': 'revokeSigningKey',
  'POST /scim/v2/{orgId}/.search': 'searchScim',
  'POST /scim/v2/{orgId}/Bulk': 'runScimBulk',
  'GET /admin/v1/organizations/{orgId}/people/_removed': 'listRemovedPeople',
  'DELETE /admin/v1/organizations/{orgId}/people/_removed/{userId}': 'deleteRemovedPerson',
  'GET /admin/v1/organizations/{orgId}/export': 'exportOrganization',
  'GET /admin/v1/organizations/{orgId}/statistics': 'getStatistics',
  'GET /admin/v1/organizations/{orgId}/overview': 'getOrganizationOverview',
  'GET /admin/v1/overview': 'getOverview',
  'GET /admin/v1/organizations/{orgId}/people/{userId}/lock': 'getPersonLock',
  'GET /admin/v1/mail': 'getMail',
  'GET /admin/v1/me/permissions': 'getOwnPermissions',
  'PUT /admin/v1/features': 'setFeatures',
});
const VERBS = /** @type {Readonly<Record<string, string>>} */ ({
  GET: 'get',
  POST: 'create',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
});
const SINGULAR_LISTS = new Set(['branding', 'features', 'health', 'ServiceProviderConfig', 'Me']);

/** @param {string} method in capitals @param {string} path @returns {string} */
export function operationName(method, path) {
  const named = NAMED[`${method} ${path}`];
  if (named) return named;
  const parts = path.split('/').slice(path.startsWith('/scim/') ? 4 : 3);
  if (parts[0] === 'organizations' && parts.length > 2 && !/^[._]/.test(String(parts[2]))) parts.splice(0, 2);
  else if (ALSO_OF_SERVICE.has(String(parts[0]))) parts.unshift('service');
  const last = String(parts.at(-1));
  if (/^[._]/.test(last)) return actionName(last.slice(1), parts.slice(0, -1), path);
  const many = !last.startsWith('{') && !SINGULAR_LISTS.has(last) && parts.at(-2) !== 'policies';
  const scim = path.startsWith('/scim/');
  const verb = method === 'GET' && many ? 'list' : scim && method === 'PUT' ? 'replace' : VERBS[method];
  return `${verb}${scim ? 'Scim' : ''}${nouns(parts, many && method !== 'POST')}`;
}

/** `_set-primary` of a domain: setPrimaryDomain; `_send-verification` of a person: sendPersonVerification. @param {string} action @param {string[]} parts @param {string} path */
function actionName(action, parts, path) {
  const [first = '', ...rest] = action.split('-');
  const many = !String(parts.at(-1)).startsWith('{');
  const noun = (path.startsWith('/scim/') ? 'Scim' : '') + nouns(parts, many);
  const of = rest.length > 1 || (rest.length > 0 && /^(require|send)$/.test(first));
  return of ? `${first}${noun}${rest.map(capital).join('')}` : `${first}${rest.map(capital).join('')}${noun}`;
}

/** Every static part of the path, in the singular, the last one as it is if it stands for many. @param {string[]} parts @param {boolean} many */
function nouns(parts, many) {
  const words = parts.filter((part) => !part.startsWith('{'));
  // `policies/signIn` is a sign-in policy.
  const kind = words.indexOf('policies');
  if (kind >= 0 && words[kind + 1]) words.splice(kind, 2, String(words[kind + 1]), 'policy');
  return words.map((word, index) => capital(many && index === words.length - 1 ? word : singular(word))).join('');
}

/** @param {string} word */
function singular(word) {
  if (SINGULAR_LISTS.has(word)) return word;
  if (word === 'people') return 'person';
  if (word === 'metadata') return 'metadata-entry';
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y');
  return word.replace(/([^s])s$/, '$1');
}

/** @param {string} word */
function capital(word) {
  return word.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
}

/** `listProjectApplications` as a line to read. @param {string} name */
export function summaryOf(name) {
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .replace(/\bscim\b/g, 'SCIM');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
