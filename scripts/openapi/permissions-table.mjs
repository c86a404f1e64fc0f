// The table of operations with the permission each needs and the roles that have it, as a page of the documentation.
/** @typedef {import('./answer-types.mjs').Schema} Schema */

/**
 * @param {Schema} document @param {Readonly<Record<string, readonly string[]>>} roles of organizations and of the service, with their permissions
 * @returns {string} Markdown
 */
export function permissionsTable(document, roles) {
  const lines = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => line(method.toUpperCase(), path, operation, roles)),
  );
  return [
    '# Who may do what',
    '',
    'Every operation of the [API document](../src/admin/openapi/openapi.json) with the permission it needs and the roles that have it. Roles that start with `IAM_` count in every',
    'organization, others in the one they were given in; `PROJECT_OWNER` and `PROJECT_GRANT_OWNER` have theirs within one project or grant. What an operation refuses',
    'besides, such as a change of a person with more permissions than the caller, is in [Roles and groups](roles-and-groups.md). `npm run docs` writes this page; a test asks each operation with each role.',
    '',
    '| Operation | Permission | Roles |',
    '| --- | --- | --- |',
    ...lines.filter((text) => text !== undefined),
    '',
  ].join('\n');
}

/** @param {string} method @param {string} path @param {Schema} operation @param {Readonly<Record<string, readonly string[]>>} roles */
function line(method, path, { 'x-access': access }, roles) {
  if (!access) return undefined;
  const name = `\`${method} ${path}\``;
  if (access.kind === 'public') return `| ${name} | none | everybody |`;
  if (access.kind === 'own' || access.kind === 'caller') return `| ${name} | none | every user, about themselves |`;
  const counts = (/** @type {string} */ role) => isOf(role, access.kind, path) && roles[role]?.includes(access.permission);
  const having = Object.keys(roles).filter(counts);
  return `| ${name} | \`${access.permission}\`${access.kind === 'service' ? ' in the service' : ''} | ${having.map((role) => `\`${role}\``).join(', ')} |`;
}

/** Whether a role can say anything about an operation at all: those of a project only within one. @param {string} role @param {string} kind @param {string} path */
function isOf(role, kind, path) {
  if (role.startsWith('IAM_')) return true;
  if (role === 'PROJECT_OWNER') return path.includes('{projectId}');
  if (role === 'PROJECT_GRANT_OWNER') return path.includes('{grantId}') && !path.includes('{projectId}');
  return kind === 'organization';
}
