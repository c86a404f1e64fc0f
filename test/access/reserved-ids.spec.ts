// Words that stand in an address where an id stands: whoever had such an id could not be found by it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RESERVED_IDS } from '../../src/common/identifiers/client-supplied-id.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { freshName } from '../support/people.js';
import { routeMarks } from '../support/routes.js';
import { startService, type Answer, type TestService } from '../support/service.js';

let service: TestService;
let org: string;
beforeAll(async () => {
  service = await startService();
  org = `/admin/v1/organizations/${service.credentials.orgId}`;
});
afterAll(() => service.close());

const isParameter = (part: string) => part.startsWith(':');

/** The words of routes that stand where other routes have a parameter. */
function wordsAtPlacesOfIds(routes: readonly string[]): string[] {
  const paths = routes.map((route) => route.split(' ')[1]?.split('/') ?? []);
  const isLike = (path: string[], other: string[], length: number) =>
    path.slice(0, length).every((part, at) => part === other[at] || (isParameter(part) && isParameter(other[at] ?? '')));
  const hides = (path: string[], at: number) => paths.some((other) => isParameter(other[at] ?? '') && isLike(path, other, at));
  return [...new Set(paths.flatMap((path) => path.filter((part, at) => part !== '' && !isParameter(part) && hides(path, at))))].toSorted();
}

it('are those that are reserved', () => {
  expect(wordsAtPlacesOfIds(Object.keys(routeMarks(service)))).toEqual([...RESERVED_IDS].toSorted());
});

/** Wherever somebody chooses an id. */
const CHOOSING: ReadonlyArray<[what: string, send: (id: string) => Promise<Answer>]> = [
  ['an organization', (id) => service.call('POST', '/admin/v1/organizations', { name: 'X', orgId: id })],
  ['a project', (id) => service.call('POST', `${org}/projects`, { name: 'X', projectId: id })],
  ['a service user', (id) => service.call('POST', `${org}/service-users`, { userName: freshName(), userId: id })],
  ['a group', (id) => service.call('POST', `${org}/groups`, { displayName: freshName(), groupId: id })],
];

it.each(CHOOSING)('are no id of %s, in any case', async (_, send) => {
  for (const id of [...RESERVED_IDS].flatMap((word) => [word, word.toUpperCase()])) {
    const { status, body } = await send(id);
    expect([status, body.code]).toEqual([400, 'id.invalid']);
  }
});

it('are no id of what an import brings', async () => {
  const lines = [...RESERVED_IDS].map((id) => JSON.stringify({ orgId: service.credentials.orgId, ...human(freshName()), userId: id }));
  const { body } = await service.call('POST', '/admin/v1/imports', lines.join('\n'), { type: 'application/x-ndjson' });
  expect(await ended(service, body.id)).toMatchObject({ state: 'done', added: 0, failed: RESERVED_IDS.size });
  const ofPeople = (await faultsOf(service, body.id)).filter(({ type }) => type !== 'org');
  expect(ofPeople.map(({ kind }) => kind)).toEqual(lines.map(() => 'id.invalid'));
});
