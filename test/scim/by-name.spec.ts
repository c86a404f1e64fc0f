// One person by userName, which directories ask before every change: those who ask at the same moment share a query, and each gets its own answer.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATEMENTS } from '../../src/common/observation/topics.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, freshName, usersPath } from '../support/people.js';
import type { Answer, TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const ASKED = 40;

let service: TestService;
const organizations: string[] = [];
beforeAll(async () => {
  service = await sharedService();
  for (let count = 0; count < 2; count++) organizations.push(await createOrganization(service));
});
afterAll(() => service.close());

const find = (orgId: string, userName: string, more = ''): Promise<Answer> =>
  service.call('GET', `${usersPath(service, orgId)}?filter=${encodeURIComponent(`userName eq ${JSON.stringify(userName)}`)}${more}`);
const found = async (...asked: Parameters<typeof find>) => {
  const { body } = await find(...asked);
  return [body.totalResults, ...body.Resources.map(({ id }: { id: string }) => id)];
};

it('many at once are answered by few queries, each in its own organization', async () => {
  const names = Array.from({ length: ASKED }, () => freshName('Ä'));
  const [ids, others] = await Promise.all(
    organizations.map((orgId) => Promise.all(names.map(async (userName) => String((await createPerson(service, { userName }, orgId)).id)))),
  );
  const sent: string[] = [];
  const end = STATEMENTS.listen(({ sql }) => void (sql.includes('user_name_key IN') && sent.push(sql)));
  const [first = '', second = ''] = organizations;
  const answers = await Promise.all([
    ...names.map((name) => found(first, name.toUpperCase())),
    ...names.map((name) => found(second, name)),
    found(first, freshName('nobody')),
  ]);
  end();
  expect(answers).toEqual([...(ids ?? []), ...(others ?? [])].map((id) => [1, id] as unknown[]).concat([[0]]));
  expect(sent.length).toBeLessThan(answers.length / 2);
});

it('a page tells the total wherever it begins', async () => {
  const [orgId = ''] = organizations;
  const { id, userName } = await createPerson(service, {}, orgId);
  expect(await found(orgId, userName, '&count=0')).toEqual([1]);
  expect(await found(orgId, userName, '&startIndex=2')).toEqual([1]);
  expect(await found(orgId, userName, '&count=1&sortBy=userName&sortOrder=descending')).toEqual([1, id]);
  const { body } = await find(orgId, userName, '&cursor=');
  expect(body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  expect(body).not.toHaveProperty('nextCursor');
});

it('nobody is found by nothing, or by the name of a service user', async () => {
  const [orgId = ''] = organizations;
  const machine = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
  const { body } = await service.call('GET', `/admin/v1/organizations/${orgId}/service-users/${machine.userId}`);
  for (const name of ['', body.userName]) expect(await found(orgId, name)).toEqual([0]);
});
