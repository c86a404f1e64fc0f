// Each address, asked by every method it does not have (RFC 9110 section 15.5.6).
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHODS } from '../../src/oidc/protocol/endpoints.js';
import { ERROR_URN } from '../support/people.js';
import { routeMarks } from '../support/routes.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const ASKED = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** The methods of each address, which has a word in the place of each parameter. */
function addresses(): [path: string, methods: string[]][] {
  const routes = Object.keys(routeMarks(service)).map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return {
      method,
      address: path.replaceAll(/:\w+/g, 'part'),
      fits: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
    };
  });
  const own = new Set(routes.map(({ address }) => address));
  return [
    ...[...own].map((address): [string, string[]] => [
      address,
      routes.filter(({ fits }) => fits.test(address)).map(({ method }) => method),
    ]),
    ...Object.entries(METHODS).map(([path, methods]): [string, string[]] => [path, [...methods]]),
  ];
}

describe('a method that an address does not have', () => {
  it('is 405 with those it has, without a token, in the words of the protocol', async () => {
    const refused: string[] = [];
    for (const [path, methods] of addresses()) {
      for (const method of ASKED.filter((candidate) => !methods.includes(candidate))) {
        const answer = await service.call(method, path, undefined, { token: null });
        const asked = `${method} ${path}`;
        expect(answer.status, asked).toBe(405);
        const allowed = String(answer.headers.get('allow')).split(', ');
        expect(allowed.filter((name) => name !== 'HEAD').toSorted(), asked).toEqual([...new Set(methods)].toSorted());
        if (path.startsWith('/scim/'))
          expect(answer.body, asked).toMatchObject({ schemas: expect.arrayContaining([ERROR_URN]), status: '405' });
        else expect(answer.body.code ?? answer.body.error, asked).toMatch(/^(route\.method|invalid_request)$/);
        refused.push(asked);
      }
    }
    expect(refused).toEqual(expect.arrayContaining(['PATCH /scim/v2/part/Schemas', 'DELETE /oauth/v2/token', 'POST /healthz']));
  });

  it('may be asked for', async () => {
    const answer = await service.call('OPTIONS', '/scim/v2/part/Users', undefined, { token: null });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST']);
  });
});

it('a pattern keeps one handler for all methods that it does not have', () => {
  const { router } = service.get(HttpAdapterHost).httpAdapter.getInstance() as Express;
  const handlers = router.stack.flatMap(({ route }) => (route ? [route.stack.length] : []));
  expect(handlers.length).toBeGreaterThan(100);
  expect(Math.max(...handlers)).toBe(1);
});
