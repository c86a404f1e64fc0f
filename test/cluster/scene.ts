// What the load needs before it starts: applications, people for groups, somebody with a password, and a browser that is signed in.
import { CHALLENGE } from '../support/oauth.js';
import { PATCH_URN, scimUser } from '../support/people.js';
import type { Credentials } from '../support/clients.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';
import type { HttpService } from '../support/service.js';
import { NoAnswerError } from './no-answer.js';

const MEMBERS = 8;
const HOPS = 6;

export interface Scene {
  orgId: string;
  /** Of an application that keeps a secret, and of one that cannot. */
  clients: readonly Credentials[];
  robot: Credentials;
  memberIds: readonly string[];
  loginName: string;
  /** Of a browser in which the person is signed in. */
  cookies: string;
}

export async function makeScene(side: HttpService, orgId: string, robot: Credentials): Promise<Scene> {
  const made = async (method: string, path: string, body: unknown) => {
    const answer = await side.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const projects = `/admin/v1/organizations/${orgId}/projects`;
  const { projectId } = await made('POST', projects, { name: 'Cluster' });
  const grantTypes = ['authorization_code', 'refresh_token'];
  const addClient = async (type: string): Promise<Credentials> => {
    const application = { name: type, type, redirectUris: [REDIRECT_URI], grantTypes };
    const { clientId, clientSecret } = await made('POST', `${projects}/${projectId}/applications`, application);
    return { clientId, ...(clientSecret !== undefined && { clientSecret }) };
  };
  const clients = [await addClient('web'), await addClient('userAgent')];
  const users = `/scim/v2/${orgId}/Users`;
  const memberIds: string[] = [];
  for (let i = 0; i < MEMBERS; i++) memberIds.push((await made('POST', users, scimUser(`member-${i}`))).id);
  const person = scimUser('signs-in', { password: PASSWORD });
  await made('POST', users, person);
  const loginName = person.emails[0]?.value ?? '';
  const { cookies } = await signIn(side, clients[0]?.clientId ?? '', loginName);
  return { orgId, clients, robot, memberIds, loginName, cookies };
}

export function authorizePath(clientId: string): string {
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid offline_access', ...CHALLENGE };
  return `/oauth/v2/authorize?${new URLSearchParams(query).toString()}`;
}

/**
 * Signs the person in by the form. Both services have the address of neither of them, so redirects are followed by their path.
 * @returns the cookies of the browser, and where it was sent in the end
 */
export async function signIn(side: HttpService, clientId: string, loginName: string): Promise<{ cookies: string; end: string }> {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const form = new URLSearchParams({ loginName, password: PASSWORD }).toString();
  let path = authorizePath(clientId);
  let isPosted = false;
  for (let hop = 0; hop < HOPS; hop++) {
    const answer = isPosted
      ? await side.call('POST', path, form, { token: null, headers: { cookie: header() }, type: 'application/x-www-form-urlencoded' })
      : await side.call('GET', path, undefined, { token: null, headers: { cookie: header() } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) return { cookies: header(), end: `${answer.status} at ${path}` };
    const { origin, pathname, search } = new URL(location, side.url);
    if (origin === new URL(REDIRECT_URI).origin) return { cookies: header(), end: location };
    path = pathname + search;
    // The first redirect leads to the login page, whose form goes to the same address.
    isPosted = hop === 0;
  }
  throw new NoAnswerError('unknown', `too many redirects, the last to ${path}`);
}

export const groupPatch = (op: 'add' | 'remove', id: string) => ({
  schemas: [PATCH_URN],
  Operations: [op === 'add' ? { op, path: 'members', value: [{ value: id }] } : { op, path: `members[value eq "${id}"]` }],
});
