// Lists of projects and applications: pages by cursors in every order, filters by folded names, and nobody else's.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganization } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const NAMES = ['Zebra', 'apple', 'Ärger', 'apple', 'Mango', 'Apple Tree'];
const SORTED = ['apple', 'apple', 'Apple Tree', 'Mango', 'Zebra', 'Ärger'];
const CALLBACK = { redirectUris: ['https://app.example/callback'] };

let service: TestService;
let projects: string;
let applications: string;
beforeAll(async () => {
  service = await sharedService();
  projects = `/admin/v1/organizations/${await createOrganization(service)}/projects`;
  for (const name of NAMES) await send('POST', projects, { name });
  applications = `${projects}/${(await list('projects')).body.projects[0].projectId}/applications`;
  for (const name of NAMES) await send('POST', applications, { name, type: name === 'Mango' ? 'native' : 'web', ...CALLBACK });
  // Neither another organization's project nor another project's application is in the lists.
  const other = `/admin/v1/organizations/${await createOrganization(service)}/projects`;
  await send('POST', other, { name: 'Apple of others' });
  const last = (await list('projects', 'sort=-createdAt&limit=1')).body.projects[0].projectId;
  await send('POST', `${projects}/${last}/applications`, { name: 'Apple of others', type: 'web', ...CALLBACK });
});
afterAll(() => service.close());

type What = 'projects' | 'applications';
const addressOf = (what: What) => (what === 'projects' ? projects : applications);
const list = (what: What, query = '') => service.call('GET', `${addressOf(what)}?${query}`);

async function send(method: string, path: string, body: unknown) {
  const answer = await service.call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** The names of all pages, one after the other by `nextCursor`. */
async function walk(what: What, query: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ;) {
    const page = await list(what, `${query}&limit=2${cursor}`);
    expect(page.status, page.text).toBe(200);
    names.push(...page.body[what].map(({ name }: { name: string }) => name));
    if (page.body.nextCursor === null) return names;
    cursor = `&cursor=${page.body.nextCursor}`;
  }
}

it.each(['projects', 'applications'] as const)('the list of %s comes page by page in each order', async (what) => {
  expect(await walk(what, '')).toEqual(NAMES);
  expect(await walk(what, 'sort=name')).toEqual(SORTED);
  expect(await walk(what, 'sort=-name')).toEqual(SORTED.toReversed());
  expect(await walk(what, 'sort=-createdAt')).toEqual(NAMES.toReversed());
  expect((await list(what, 'limit=1&total=true')).body.total).toBe(NAMES.length);
});

it.each(['projects', 'applications'] as const)(
  'the list of %s is filtered by the folded name, as it is now, and by state',
  async (what) => {
    expect(await walk(what, 'name=APPLE')).toEqual(['apple', 'apple', 'Apple Tree']);
    expect(await walk(what, 'q=%C3%84RG')).toEqual(['Ärger']);
    const [first] = (await list(what)).body[what];
    const path = `${addressOf(what)}/${first.projectId && what === 'projects' ? first.projectId : first.applicationId}`;
    await send('PATCH', path, { name: 'Quagga' });
    await send('POST', `${path}/_deactivate`, undefined);
    expect(await walk(what, 'name=zebra')).toEqual([]);
    expect(await walk(what, 'q=quagga')).toEqual(['Quagga']);
    expect(await walk(what, 'state=inactive')).toEqual(['Quagga']);
    await send('PATCH', path, { name: 'Zebra' });
    await send('POST', `${path}/_reactivate`, undefined);
  },
);

it('applications are filtered by their client id and by the type that they have now', async () => {
  expect(await walk('applications', 'type=native')).toEqual(['Mango']);
  const { applicationId, clientId } = (await list('applications', 'type=native')).body.applications[0];
  expect(await walk('applications', `clientId=${clientId}`)).toEqual(['Mango']);
  await send('PATCH', `${applications}/${applicationId}`, { type: 'userAgent' });
  expect(await walk('applications', 'type=native')).toEqual([]);
  expect(await walk('applications', 'type=userAgent')).toEqual(['Mango']);
});

it.each(['projects', 'applications'] as const)('a cursor of the list of %s is refused in another order or list', async (what) => {
  const { nextCursor } = (await list(what, 'limit=2&sort=name')).body;
  expect((await list(what, `limit=2&sort=-name&cursor=${nextCursor}`)).body).toMatchObject({ status: 400, code: 'page.cursor' });
  const other = what === 'projects' ? 'applications' : 'projects';
  expect((await list(other, `limit=2&sort=name&cursor=${nextCursor}`)).body).toMatchObject({ status: 400, code: 'page.cursor' });
});

it('the applications of an organization are found in all its projects, and in no other organization', async () => {
  const ofOrganization = projects.replace(/projects$/, 'applications');
  const names: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await service.call('GET', `${ofOrganization}?limit=3${cursor}`);
    names.push(...body.applications.map(({ name }: { name: string }) => name));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(names).toEqual(['apple', 'apple', 'Apple of others', 'Apple Tree', 'Mango', 'Zebra', 'Ärger']);
  const { body } = await service.call('GET', `${ofOrganization}?q=of%20oth`);
  expect(body.applications).toMatchObject([{ name: 'Apple of others', projectId: expect.any(String) }]);
  const stranger = await createOrganization(service);
  expect((await service.call('GET', `/admin/v1/organizations/${stranger}/applications`)).body.applications).toEqual([]);
});
