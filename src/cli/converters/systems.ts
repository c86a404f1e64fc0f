// The systems whose exports can be converted, without the code that converts them: help and completion only need the names.

/** Their export is a list of people as JSON. */
const ROW_SYSTEMS = ['firebase', 'okta', 'cognito', 'azure-b2c', 'laravel', 'wordpress', 'aspnet'] as const;
export type RowSystemName = (typeof ROW_SYSTEMS)[number];

export const SYSTEMS = ['keycloak', 'auth0', 'csv', 'ldif', 'django', ...ROW_SYSTEMS, 'zitadel'] as const;
export type System = (typeof SYSTEMS)[number];
