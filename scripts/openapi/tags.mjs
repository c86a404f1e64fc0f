// The sections of the API document, in the order in which an administrator meets their tasks.

/** @type {ReadonlyArray<readonly [name: string, description: string]>} */
const TAGS = [
  ['caller', 'Who you are to the service, and which permissions you have in which organization.'],
  ['organizations', 'Add organizations, prove that a domain is theirs, deactivate or delete them.'],
  ['people', 'Add people, invite them, help them when they can’t sign in, and see what they can access.'],
  ['groups', 'Put people into groups, and groups into groups, so that a role is given once for all of them.'],
  ['sessions', 'See where the people of an organization are signed in, and end a session.'],
  ['import', 'Bring people and their password hashes from another system, a few at once or millions in the background.'],
  ['export', 'Download an organization in the form that an import takes.'],
  ['SCIM', 'Manage people and groups as a directory such as Entra ID or Okta does: SCIM 2.0 (RFC 7643, RFC 7644).'],
  ['provisioning', 'Give a directory its own token for SCIM, and read what it sent and why something was refused.'],
  ['projects and applications', 'Register applications that sign people in, and give them secrets or keys.'],
  ['roles of projects', 'Define the roles that applications check, and let other organizations assign them.'],
  ['authorizations', 'Assign the roles of a project to people, groups and service users.'],
  ['service users', 'Give programs an identity of their own, with secrets, keys or personal access tokens.'],
  ['OpenID Connect', 'What applications call themselves: sign-in, tokens, claims and sign-out (OpenID Connect, OAuth 2.0).'],
  ['identity providers', 'Let people sign in with Entra ID, Google, a SAML or an LDAP directory.'],
  ['policies', 'Decide how people sign in: passwords, second factors, registration, lockout and limits.'],
  ['branding', 'Change logo and colors of the sign-in pages: draft, preview, publish.'],
  ['mail texts', 'Change what the mails of an organization say, in each language.'],
  ['members', 'Appoint administrators of the service, an organization, a project or a grant.'],
  ['events', 'Find out who changed what and when, and follow new events without gaps.'],
  ['service', 'See how the whole service does: its numbers, its sign-ins, and what needs attention.'],
  ['features', 'Switch optional behavior of the service on or off.'],
  ['mail', 'Set the mail server and the sender, and send a test mail.'],
  ['keys', 'Rotate the keys that sign tokens, and revoke a stolen one.'],
  ['jobs', 'See when background jobs last ran, and start one now.'],
  ['read-only mode', 'Stop all changes for the time of a maintenance.'],
  ['database', 'See the database servers, and switch to another one.'],
  ['health', 'For load balancers and monitoring: is the process alive, and can it work?'],
];

/**
 * @param {Record<string, any>} paths
 * @returns {{ name: string, description: string }[]}
 * @throws Error for a tag that has no sentence here, and for a sentence that no operation has the tag of
 */
export function tagsOf(paths) {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation.tags)));
  const named = TAGS.map(([name]) => name);
  const faults = [...[...used].filter((name) => !named.includes(name)), ...named.filter((name) => !used.has(name))];
  if (faults.length > 0) throw new Error(`Tags of operations and scripts/openapi/tags.mjs differ: ${faults.join(', ')}.`);
  return TAGS.map(([name, description]) => ({ name, description }));
}
