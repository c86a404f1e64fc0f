// Requests as a reader would send them, by operation.

/** A person with what every organization requires. */
const USER = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'bjensen',
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
};

/** Bodies by `METHOD /path`. */
export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  'POST /scim/v2/{orgId}/Users': USER,
};
