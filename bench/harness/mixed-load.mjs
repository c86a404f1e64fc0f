// What a service does all day, a little of each: people come, change and go, applications get tokens, browsers sign in. It leaves no more
// behind than it finds, but for what the service keeps on purpose.
import { addApplication } from '../rows/applications.mjs';
import { form, scimPerson, usersPath } from '../rows/requests.mjs';
import { addPerson, authorizePath, openSession, redemption } from '../rows/sessions.mjs';
import { basic } from './service.mjs';

const PERSON = 990_000_000;
const CODE = /[?&]code=([^&]+)/;
const SCOPE = 'openid offline_access';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
/** So many flows of the other kinds come between two passwords, which cost fifty times as much. */
const FLOWS_FOR_ONE_PASSWORD = 40;
/** Of one name 60 sign-ins are let in within ten minutes: with so many people, 400 flows a second stay below that. */
const PEOPLE_WITH_PASSWORD = 100;

/** @typedef {import('./service.mjs').Service} Service */

/** @param {Service} service @returns {Promise<(serial: number) => Promise<number>>} one flow, which returns how many requests it took */
export async function mixedLoad(service) {
  const application = await addApplication(service, ['authorization_code', 'refresh_token']);
  const loginName = await addPerson(service, PERSON);
  const others = Array.from({ length: PEOPLE_WITH_PASSWORD }, async (_, i) => addPerson(service, PERSON + 1 + i));
  const loginNames = await Promise.all(others);
  const cookie = await openSession(service, application.clientId, loginName);
  const { orgId, serviceUser } = service.credentials;
  const robot = basic(serviceUser.clientId, serviceUser.clientSecret);
  const users = usersPath({ orgId });
  const groups = users.replace('/Users', '/Groups');
  const { id: groupId } = await service.call('POST', groups, { schemas: [GROUP], displayName: 'Soak' });
  const token = (/** @type {Record<string, string>} */ fields, authorization = application.authorization) =>
    answered(service, form('/oauth/v2/token', fields, authorization));

  const flows = [
    async (/** @type {number} */ serial) => {
      const { id } = await service.call('POST', users, scimPerson(`soak-${serial}`));
      await service.call('PATCH', `${users}/${id}`, patch({ op: 'replace', path: 'title', value: `Nr ${serial}` }));
      await service.call('PATCH', `${groups}/${groupId}`, patch({ op: 'add', path: 'members', value: [{ value: id }] }));
      await service.call('GET', `${users}?filter=${encodeURIComponent(`userName eq "soak-${serial}"`)}`);
      await service.call('DELETE', `${users}/${id}`);
      return 5;
    },
    async () => {
      const sent = await fetch(service.url + authorizePath(application.clientId, SCOPE), { redirect: 'manual', headers: { cookie } });
      await sent.arrayBuffer();
      const code = decodeURIComponent(CODE.exec(sent.headers.get('location') ?? '')?.[1] ?? '');
      const first = await token(redemption(code));
      const next = await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
      await answered(service, form('/oauth/v2/revoke', { token: next.refresh_token }, application.authorization));
      return 4;
    },
    async () => {
      const { access_token } = await token({ grant_type: 'client_credentials', scope: 'openid' }, robot);
      await answered(service, form('/oauth/v2/introspect', { token: access_token }, application.authorization));
      await answered(service, form('/oauth/v2/revoke', { token: access_token }, robot));
      return 3;
    },
  ];
  return async (serial) => {
    if (serial % FLOWS_FOR_ONE_PASSWORD === 0) {
      const turn = (serial / FLOWS_FOR_ONE_PASSWORD) % PEOPLE_WITH_PASSWORD;
      await openSession(service, application.clientId, loginNames[turn] ?? '');
      return 4;
    }
    return (await flows[serial % flows.length]?.(serial)) ?? 0;
  };
}

const patch = (/** @type {object[]} */ ...operations) => ({ schemas: [PATCH], Operations: operations });

/** @param {Service} service @param {import('./connection.mjs').Request} request @returns {Promise<any>} @throws Error with the answer, unless it is a 2xx */
async function answered(service, { path, headers = {}, body = '' }) {
  const response = await fetch(service.url + path, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
