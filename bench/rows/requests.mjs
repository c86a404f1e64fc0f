// Requests that several rows send.

/** @param {string} path @param {Record<string, string>} fields @param {string} [authorization] @returns {import('../harness/connection.mjs').Request} */
export function form(path, fields, authorization) {
  const headers = { ...(authorization === undefined ? {} : { authorization }), 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path, headers, body: new URLSearchParams(fields).toString() };
}

/** An unused name; always of the same length, in lower case, so that the raw writer can put other names in its place. @param {number} serial */
export const personName = (serial) => `bench-person-${String(serial).padStart(9, '0')}`;

/** A complete person without a password. @param {string} userName */
export function scimPerson(userName) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    externalId: `x-${userName}`,
    name: { givenName: 'Benita', familyName: 'Benchley' },
    displayName: 'Benita Benchley',
    emails: [{ value: `${userName}@example.com`, type: 'work', primary: true }],
  };
}

/** @param {{ orgId: string }} credentials */
export const usersPath = ({ orgId }) => `/scim/v2/${encodeURIComponent(orgId)}/Users`;
