// The page that the `type` of a problem leads to: it explains every code there is. That every code thrown is in the table, the compiler sees to.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/common/primitives/error-codes.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const SRC = resolve(import.meta.dirname, '../../src');
const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('error-codes.ts'))
  .map((file) => readFileSync(join(SRC, file), 'utf8'))
  .join('\n');
/** Codes that are put together of a word and the name of what is wrong. */
const COMPOSED = ['application.', 'group.'];

let service: TestService;
let page: string;
beforeAll(async () => {
  service = await sharedService();
  page = (await service.call('GET', '/docs/errors', undefined, { token: null })).text;
});
afterAll(() => service.close());

describe('the page of errors', () => {
  it('has an anchor for each code, with what it means and what to do', () => {
    const rows = [...page.matchAll(/<tr id="([^"]+)"><td><code>\1<\/code><\/td><td>([^<]+)<\/td><td>([^<]+)<\/td><\/tr>/g)];
    expect(rows.map(([, code]) => code)).toEqual(Object.keys(ERROR_CODES).toSorted());
    for (const [, code, means, todo] of rows)
      for (const sentence of [means, todo]) expect([code, sentence]).toEqual([code, expect.stringMatching(/\.$/)]);
  });

  it('explains no code that nothing throws', () => {
    const thrown = (code: string) => SOURCES.includes(`'${code}'`);
    const composed = (code: string) => COMPOSED.some((word) => code.startsWith(word) && SOURCES.includes(`\`${word}\${`));
    expect(Object.keys(ERROR_CODES).filter((code) => !thrown(code) && !composed(code))).toEqual([]);
  });

  it('explains each code that is written where a domain error is made', () => {
    const codes = [...SOURCES.matchAll(/new DomainError\(\s*'\w+',\s*'([\w.]+)'/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !page.includes(`id="${code}"`))).toEqual([]);
  });

  it('is where a problem leads, to the place of its code', async () => {
    const { body } = await service.call('GET', '/admin/v1/organizations/nobody');
    const { pathname, hash } = new URL(body.type, service.url);
    expect([pathname, hash]).toEqual(['/docs/errors', '#organization.notFound']);
    expect(page).toContain(`id="${hash.slice(1)}"`);
  });
});
