// Whose people an application serves, and whom it has to ask first (docs/adr/0024-who-may-sign-in-where.md).
import type { ApplicationRecord, ClientRecord } from './clients.service.js';

/**
 * Whether an application's project is granted to an organization. Grants of projects do not exist yet, so nothing is granted; every rule
 * about foreign organizations asks here.
 */
export function isGranted(_application: ApplicationRecord, _orgNo: number): boolean {
  return false;
}

/** Whether users of an organization may get tokens at a client at all. A service user serves nobody by its settings, so it refuses nobody. */
export function servesPeopleOf(client: ClientRecord, orgNo: number): boolean {
  if (client.kind !== 'application' || client.orgNo === orgNo) return true;
  const { servedOrganizations } = client.config;
  return servedOrganizations === 'every' || (servedOrganizations === 'granted' && isGranted(client, orgNo));
}

/**
 * Whether an application is somebody else's for the people of an organization. The applications of the organization that runs the service
 * are nobody's stranger: its administrators hold everybody's data as it is.
 */
export function isForeign(client: ClientRecord, orgNo: number): boolean {
  return client.kind === 'application' && client.orgNo !== orgNo && !client.ofOperator && !isGranted(client, orgNo);
}
