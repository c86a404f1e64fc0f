// The examples of the API document, sent as they stand against a service, in an order in which they can work: what creates, what reads and changes,
// what removes. Ids of what an example speaks of are put in; what it needs besides is in the tables here.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { human } from '../support/imports.js';
import { createOrganization, createPerson } from '../support/people.js';
import { startService, type Answer, type TestService } from '../support/service.js';

interface Described {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, unknown>;
}
interface Operation {
  id: string;
  method: string;
  path: string;
  body?: { type: string; example: unknown };
  /** The answers of success that the document names. */
  successes: number[];
}

const FILE = new URL('../../src/admin/openapi/openapi.json', import.meta.url);
const OPERATIONS = Object.entries(
  (JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Record<string, Record<string, Described>> }).paths,
).flatMap(([path, item]) => Object.entries(item).map(([method, described]) => operationOf(method.toUpperCase(), path, described)));

function operationOf(method: string, path: string, { operationId: id, requestBody, responses }: Described): Operation {
  const [content] = Object.entries(requestBody?.content ?? {});
  const successes = Object.keys(responses)
    .map(Number)
    .filter((status) => status < 400 && status !== 304);
  return { id, method, path, successes, ...(content ? { body: { type: content[0], example: content[1].example } } : {}) };
}

/** Not sent here, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  authorize: 'a browser makes it, with an application of its own: test/oidc/authorize.spec.ts',
  authorizeByForm: 'as authorize',
  endSession: 'a browser makes it: test/oidc/logout.spec.ts',
  endSessionByForm: 'as endSession',
  getUserinfo: 'takes the token of a person who signed in: test/oidc/tokens.spec.ts',
  postUserinfo: 'as getUserinfo',
  getScimMe: 'takes the token of a person who signed in: test/scim/me.spec.ts',
  useDatabase: 'takes a database server with several hosts: test/database/server-hosts.long.system.spec.ts',
  testIdentityProvider: 'takes an identity provider: test/admin/identity-providers.spec.ts',
  testServiceIdentityProvider: 'as testIdentityProvider',
  testMail: 'takes a mail server: test/admin/mail.spec.ts',
  proveDomain: 'takes a name server: test/admin/domain-proofs.spec.ts',
  getPersonSession: 'as deletePersonSession',
  getPersonGrant: 'as deletePersonSession',
  getSession: 'as deletePersonSession: test/admin/sessions.spec.ts',
  getPersonFactor: 'as deletePersonFactor',
  deletePersonSession: 'takes a browser that has signed in: test/admin/people-access.spec.ts',
  deletePersonGrant: 'as deletePersonSession',
  deleteSession: 'as deletePersonSession: test/admin/sessions.spec.ts',
  deletePersonFactor: 'takes a person who has set a factor up in a browser',
  cancelImport: 'takes an import that is running: test/import/jobs.spec.ts',
  resumeImport: 'takes an import that was cut off: test/import/jobs.spec.ts',
};

let service: TestService;
let orgId: string;
/** The organization that a project is granted to. */
let grantedOrgId: string;
/** What the parameter at the end of a path is. */
const known = new Map<string, string>();
const ORG = '/admin/v1/organizations/{orgId}';
const idAt = (place: string) => known.get(SAME[place] ?? place) ?? FIXED[place.split('{').at(-1) ?? ''] ?? '';
/** Places whose ids are those of another place. */
const SAME: Readonly<Record<string, string>> = {
  [`${ORG}/granted-projects/{grantId}`]: `${ORG}/projects/{projectId}/grants/{grantId}`,
  [`${ORG}/users/{userId}`]: `${ORG}/people/{userId}`,
  [`${ORG}/people/_removed/{userId}`]: 'removed',
  [`${ORG}/groups/{groupId}/members/{memberId}`]: `${ORG}/people/{userId}`,
};
/** Words that are no ids. */
const FIXED: Readonly<Record<string, string>> = { 'key}': 'costCenter', 'kind}': 'invitation', 'language}': 'en', 'slot}': 'logoLight' };
const personId = () => idAt(`${ORG}/people/{userId}`);
const sent = (method: string, path: string, body?: unknown) =>
  service.call(method, path.replace('~', `/admin/v1/organizations/${orgId}`), body);

/** What `{name}` in an example stands for: the id of what was added before. */
const PLACEHOLDERS: Readonly<Record<string, () => string>> = {
  userId: personId,
  grantedOrgId: () => grantedOrgId,
  identityProviderId: () => idAt(`${ORG}/identity-providers/{identityProviderId}`),
};
const PLACEHOLDER = /"\{(\w+)\}"/g;
/** Operations of the other organization, which speak of its own people. */
const OF_OTHER = ['createGrantedProjectAuthorization', 'createGrantedProjectMember'];

/** The body as the explorer would send it. */
function filledIn(id: string, example: unknown): unknown {
  const value = (name: string) =>
    OF_OTHER.includes(id) && name === 'userId' ? idAt('holder of the other organization') : PLACEHOLDERS[name]?.();
  return JSON.parse(JSON.stringify(example).replaceAll(PLACEHOLDER, (whole, name: string) => JSON.stringify(value(name) ?? whole)));
}

/** What has to be done first. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  challengeDomain: async () => {
    await sent('POST', '~/domains', { domain: 'another.example' });
    known.set(`${ORG}/domains/{domain}`, 'another.example');
  },
  setPrimaryDomain: () => sent('POST', '~/domains/another.example/_verify'),
  deleteDomain: async () => {
    await sent('POST', '~/domains', { domain: 'third.example' });
    known.set(`${ORG}/domains/{domain}`, 'third.example');
  },
  createGrantedProjectAuthorization: async () => {
    const person = await createPerson(service, {}, grantedOrgId);
    known.set('holder of the other organization', person.id);
    await service.call(
      'POST',
      `/admin/v1/organizations/${grantedOrgId}/granted-projects/${idAt(`${ORG}/granted-projects/{grantId}`)}/_accept`,
    );
  },
  ...Object.fromEntries(
    [
      ['getMetadataEntry', () => '~'],
      ['getPersonMetadataEntry', () => `~/people/${personId()}`],
      ['getServiceUserMetadataEntry', () => `~/service-users/${idAt(`${ORG}/service-users/{userId}`)}`],
    ].map(([id, owner]) => [String(id), () => sent('PUT', `${(owner as () => string)()}/metadata/costCenter`, { value: 'NDcxMQ==' })]),
  ),
  // Nobody may be the last owner and go.
  createMember: async () => {
    const { id } = await createPerson(service, {}, orgId);
    await sent('POST', '~/members', { userId: id, role: 'ORG_OWNER' });
  },
  getGroupMember: () => sent('POST', `~/groups/${idAt(`${ORG}/groups/{groupId}`)}/members`, { memberIds: [personId()] }),
  restorePerson: async () => {
    await sent('PUT', '~/policies/removedPeople', { days: 30 });
    const person = await createPerson(service, {}, orgId);
    await sent('DELETE', `~/people/${person.id}`);
    known.set('removed', person.id);
  },
  deleteRemovedPerson: async () => BEFORE['restorePerson']?.(),
  sendPersonVerification: () => {
    const humanUsers = [human('unverified', { email: { email: 'unverified@elsewhere.example', isEmailVerified: false } })];
    return sent('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers }] } });
  },
  invitePerson: async () => {
    const names = { userName: 'newcomer', givenName: 'New', familyName: 'Comer' };
    const { body } = await sent('POST', '~/people', {
      ...names,
      emails: [{ value: 'newcomer@example.com', primary: true }],
    });
    known.set('without password', body.userId);
  },
};

/** Parameters that are another thing than the rest of their place. */
const PARAMETERS: Readonly<Record<string, () => Record<string, string>>> = {
  restorePerson: () => ({ userId: idAt('removed') }),
  invitePerson: () => ({ userId: idAt('without password') }),
  sendPersonVerification: () => ({ userId: 'unverified' }),
};

beforeAll(async () => {
  service = await startService();
  grantedOrgId = await createOrganization(service);
});
afterAll(() => service.close());

/** Creates come first, parents before what is in them; removals last, the other way round. */
function inOrder(operations: readonly Operation[]): Operation[] {
  // What speaks of others comes after all others.
  const depth = ({ path, body }: Operation) => path.split('/').length + (JSON.stringify(body ?? '').match(PLACEHOLDER) ? 10 : 0);
  const byDepth = (a: Operation, b: Operation) => depth(a) - depth(b);
  const creates = operations.filter(({ successes, method }) => successes[0] === 201 && method === 'POST').toSorted(byDepth);
  const removals = operations.filter(({ method }) => method === 'DELETE').toSorted((a, b) => removalDepth(b) - removalDepth(a));
  const rest = operations.filter((operation) => !creates.includes(operation) && !removals.includes(operation));
  return [...creates, ...rest, ...removals];
}

/** Roles and authorizations go before those who have them. */
function removalDepth({ path }: Operation): number {
  return path.split('/').length + (/\/(members|authorizations)\//.test(path) ? 10 : 0);
}

function addressOf({ id, path }: Operation): string {
  const given = PARAMETERS[id]?.() ?? {};
  const query = id === 'deleteOrganization' ? '?confirmName=Example+Ltd' : '';
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const place = path.slice(0, at) + whole;
    const organization = path.includes('/granted-projects') ? grantedOrgId : orgId;
    return encodeURIComponent(given[name] ?? (name === 'orgId' ? organization : idAt(place)));
  });
  return address + query;
}

/** Notes what was created under the places of its parameters. */
function note({ path }: Operation, sentBody: unknown, { body }: Answer): void {
  for (const { path: below } of OPERATIONS) {
    for (const [place, name] of [...below.matchAll(/\{(\w+)\}/g)].map(
      (found) => [below.slice(0, found.index) + found[0], found[1] ?? ''] as const,
    ))
      if (place.startsWith(path)) {
        const value = body?.[name] ?? (sentBody as Record<string, unknown> | undefined)?.[name];
        if (
          value !== undefined &&
          !place
            .slice(path.length + 1)
            .replace(`{${name}}`, '')
            .replace('{userId}/', '')
        )
          known.set(place, String(value));
      }
  }
}

async function send(operation: Operation): Promise<string | undefined> {
  const { id, method, body, successes } = operation;
  await BEFORE[id]?.();
  const example = body && filledIn(id, body.example);
  const isForm = body?.type === 'application/x-www-form-urlencoded';
  const { clientId, clientSecret } = service.credentials.serviceUser;
  const options = isForm
    ? { token: null, type: String(body.type), headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` } }
    : body
      ? { type: body.type }
      : {};
  const answer = await service.call(
    method,
    addressOf(operation),
    isForm ? new URLSearchParams(example as Record<string, string>) : example,
    options,
  );
  if (!successes.includes(answer.status))
    return `${id}: ${method} ${addressOf(operation)} ${JSON.stringify(example)}: ${answer.status} ${answer.text}`;
  if (id === 'createOrganization') orgId = answer.body.orgId;
  if (id === 'createImport') known.set('/admin/v1/imports/{importId}', answer.body.id);
  if (answer.status === 201 || method === 'GET') note(operation, example, answer);
  return undefined;
}

it('work in their order, each operation of the document', async () => {
  known.set('/admin/v1/keys/{kid}', (await service.call('GET', '/admin/v1/keys')).body.keys[0].kid);
  known.set('/admin/v1/jobs/{jobId}', (await service.call('GET', '/admin/v1/jobs')).body.jobs[0].jobId);
  const wrong: string[] = [];
  for (const operation of inOrder(OPERATIONS.filter(({ id }) => !(id in LEFT_OUT)))) {
    const fault = await send(operation);
    if (fault !== undefined) wrong.push(fault);
  }
  expect(wrong).toEqual([]);
});

it('are left out only where this says why', () => {
  const ids = OPERATIONS.map(({ id }) => id);
  for (const table of [LEFT_OUT, BEFORE, PARAMETERS]) expect(Object.keys(table).filter((id) => !ids.includes(id))).toEqual([]);
  expect(OF_OTHER.filter((id) => !ids.includes(id))).toEqual([]);
});

it('name what was added before, where they need an id', () => {
  const ids = /^(.*Id|.*Ids)$/;
  const members = OPERATIONS.flatMap(({ id, body }) =>
    Object.entries((body?.example ?? {}) as Record<string, unknown>).map(([name, value]) => [id, name, JSON.stringify(value)] as const),
  );
  expect(members.filter(([, name, value]) => ids.test(name) && ['"text"', '["text"]'].includes(value))).toEqual([]);
  const named = members.flatMap(([, , value]) => [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(PLACEHOLDERS).toSorted());
});
