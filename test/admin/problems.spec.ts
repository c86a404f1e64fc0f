// Problem details (RFC 9457): what is wrong, in every member at once, and where.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const post = (path: string, body: unknown) => service.call('POST', `/admin/v1${path}`, body);

describe('a problem', () => {
  it('names its type, the phrase of its status, and the request', async () => {
    const { status, headers, body } = await service.call('GET', '/admin/v1/organizations/nobody');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toEqual({
      type: '/docs/errors#organization.notFound',
      title: 'Not Found',
      status: 404,
      code: 'organization.notFound',
      detail: 'This organization does not exist.',
      requestId: headers.get('x-request-id'),
    });
  });

  it('leads by its type to a page that explains errors', async () => {
    const { body } = await service.call('GET', '/admin/v1/organizations/nobody');
    const page = await service.call('GET', new URL(body.type, service.url).pathname, undefined, { token: null });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('404 Not Found');
  });

  it('of a body names every member that is wrong, at once, with a pointer to each', async () => {
    const { status, body } = await post('/organizations', { primaryDomain: 5, orgId: '', 'a/b~c': true });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'body.invalid', title: 'Bad Request' });
    expect(Object.fromEntries(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]))).toEqual({
      '/a~1b~0c': 'body.unknown',
      '/name': 'body.missing',
      '/primaryDomain': 'body.invalid',
      '/orgId': 'body.invalid',
    });
    for (const { detail } of body.errors) expect(body.detail).toContain(detail);
  });

  it('of a rule names all that our own rules found', async () => {
    const { body } = await post('/organizations', { name: '\u0007', primaryDomain: 'no domain' });
    expect(body).toMatchObject({ status: 400, code: 'organization.name', field: 'name' });
    expect(body.errors).toEqual([
      { pointer: '/name', code: 'organization.name', detail: expect.stringContaining('1 to 200') },
      { pointer: '/primaryDomain', code: 'organization.domain', detail: expect.stringContaining('example.com') },
    ]);
  });

  it('of a person names what is wrong by its form and what is wrong by rules in one answer, each member once', async () => {
    const { orgId } = service.credentials;
    const people = `/admin/v1/organizations/${orgId}/people`;
    const wrong = { titel: 'Countess', userName: 'ada\u200b', familyName: 5, emails: [], locale: 'no language', password: 'weak' };
    const answer = await service.call('POST', people, wrong);
    const codes = (body: { errors: Array<{ pointer: string; code: string }> }) =>
      Object.fromEntries(body.errors.map(({ pointer, code }) => [pointer, code]));
    expect([answer.status, answer.body.code, answer.body.errors.length]).toEqual([400, 'body.invalid', 7]);
    expect(codes(answer.body)).toEqual({
      '/titel': 'body.unknown',
      '/givenName': 'body.missing',
      '/familyName': 'body.invalid',
      '/emails': 'body.invalid',
      '/locale': 'body.invalid',
      '/userName': 'person.invalid',
      '/password': 'password.weak',
    });
    for (const { detail } of answer.body.errors) expect(answer.body.detail).toContain(detail);
    const { body: person } = await service.call('POST', people, {
      userName: freshName('form'),
      givenName: 'Ada',
      familyName: 'Lovelace',
      emails: [{ value: 'ada@example.com' }],
    });
    const changed = await service.call('PATCH', `${people}/${person.userId}`, { title: 5, nickName: 'A\u0007', familyName: 'Byron' });
    expect([changed.status, codes(changed.body)]).toEqual([400, { '/title': 'body.invalid', '/nickName': 'person.invalid' }]);
    expect((await service.call('GET', `${people}/${person.userId}`)).body.familyName).toBe('Lovelace');
    expect((await service.call('PATCH', `${people}/nobody`, { title: 5 })).status).toBe(404);
    expect((await service.call('POST', people, 'null')).status).toBe(400);
  });

  it('of a query names each parameter', async () => {
    const { body } = await service.call('GET', '/admin/v1/organizations?limt=1&colour=red');
    expect(body.errors).toEqual([
      { parameter: 'limt', code: 'query.unknown', detail: 'This route has no query parameter limt.' },
      { parameter: 'colour', code: 'query.unknown', detail: 'This route has no query parameter colour.' },
    ]);
  });
});
