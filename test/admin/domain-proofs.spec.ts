// Organizations that prove domains to be theirs: by a real DNS server and a real web site, and what proves nothing.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { PublishedProofs } from '../../src/users/organizations/published-proofs.service.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { createOrganization, eventsOf, freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let dns: DnsServer;
let site: Server;
let files: Map<string, string>;
let redirects: Map<string, string>;
let orgId: string;
let token: string;
let domain: string;
beforeAll(async () => {
  dns = await startDnsServer();
  site = createServer((request, response) => {
    const away = redirects.get(request.url ?? '');
    if (away !== undefined) return response.writeHead(302, { location: away }).end();
    const text = files.get(request.url ?? '');
    return text === undefined ? response.writeHead(404).end() : response.end(text);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  service = await startService({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await service.close();
  await dns.close();
  site.close();
});
beforeEach(async () => {
  [files, redirects] = [new Map(), new Map()];
  orgId = await createOrganization(service);
  ({ token } = await createServiceUser(service, orgId, 'ORG_OWNER'));
  domain = `${freshName('d')}.example`;
  await call('POST', '', { domain });
});

const call = (method: string, at: string, body?: object, as = token, of = orgId) =>
  service.call(method, `/admin/v1/organizations/${of}/domains${at}`, body, { token: as });
const challenge = async (method: string) => (await call('POST', `/${domain}/_challenge`, { method })).body;
const prove = async () => {
  service.get(Clock).advance(11_000);
  return call('POST', `/${domain}/_prove`);
};
const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
/** The web site of the domain is the one on this machine. */
function moveSite(allowPrivate = true): void {
  service.get(PublishedProofs).sitesOf = () => ({ origins: [origin()], allowPrivate });
}
const pathOf = (name: string) => new URL(name).pathname;

describe('a domain', () => {
  it('is proved by a TXT record, by the owner of its organization, once it is published', async () => {
    const asked = await challenge('dns');
    expect(asked).toEqual({
      domain,
      method: 'dns',
      name: `_gatehouse-challenge.${domain}`,
      content: expect.stringMatching(/^[\w-]{32}$/),
      expiresAt: expect.any(String),
    });
    expect((await prove()).body).toMatchObject({ status: 409, code: 'domain.notProved' });
    dns.texts.set(asked.name, ['v=spf1 -all', [asked.content.slice(0, 10), asked.content.slice(10)]]);
    expect((await prove()).body).toEqual({ domain, verified: true, primary: false });
    expect((await prove()).body.code).toBe('domain.verified');
    expect((await eventsOf(service, orgId)).filter(({ payload }) => payload.domain === domain)).toMatchObject([
      { type: 'org.domain.added' },
      { type: 'org.domain.challenged', payload: { domain, method: 'dns' } },
      { type: 'org.domain.verified', payload: { domain, method: 'dns' } },
    ]);
    expect((await call('POST', `/${domain}/_set-primary`)).body.primary).toBe(true);
  });

  it('is proved by a file of its web site', async () => {
    moveSite();
    const asked = await challenge('http');
    expect(asked.name).toMatch(new RegExp(`^https://${domain}/\\.well-known/gatehouse-challenge/[\\w-]{32}$`));
    files.set(pathOf(asked.name), `${asked.content}\n`);
    expect((await prove()).body).toEqual({ domain, verified: true, primary: false });
  });

  it('is vouched for by an administrator of the whole service as before', async () => {
    expect((await service.call('POST', `/admin/v1/organizations/${orgId}/domains/${domain}/_verify`)).body.verified).toBe(true);
    expect((await call('POST', `/${domain}/_challenge`, { method: 'dns' })).body.code).toBe('domain.verified');
  });
});

describe('nothing is proved by', () => {
  const unproved = async () => expect((await prove()).body).toMatchObject({ status: 409, code: 'domain.notProved' });

  it('a web site on this machine or in a private network', async () => {
    moveSite(false);
    const asked = await challenge('http');
    files.set(pathOf(asked.name), asked.content);
    await unproved();
  });

  it('a redirect to a page that has it', async () => {
    moveSite();
    const asked = await challenge('http');
    redirects.set(pathOf(asked.name), '/proof.txt');
    files.set('/proof.txt', asked.content);
    await unproved();
  });

  it('a page that repeats its address, a long one, or one with more in it', async () => {
    moveSite();
    const asked = await challenge('http');
    for (const text of [
      pathOf(asked.name),
      pathOf(asked.name).split('/').at(-1) ?? '',
      `${asked.content}${' '.repeat(2_000)}`,
      `<p>${asked.content}`,
    ]) {
      files.set(pathOf(asked.name), text);
      await unproved();
    }
  });

  it('the proof of another organization, of another method, or of a challenge that is over', async () => {
    const other = await createOrganization(service);
    await service.call('POST', `/admin/v1/organizations/${other}/domains`, { domain });
    const theirs = (await service.call('POST', `/admin/v1/organizations/${other}/domains/${domain}/_challenge`, { method: 'dns' })).body;
    const first = await challenge('dns');
    await challenge('dns');
    dns.texts.set(first.name, [theirs.content, first.content]);
    await unproved();
    const last = await challenge('dns');
    dns.texts.set(last.name, [last.content]);
    service.get(Clock).advance(8 * 86_400_000);
    expect((await prove()).body.code).toBe('domain.noChallenge');
  });

  it('a domain that was never challenged, is not there, or is another organization’s', async () => {
    expect((await prove()).body.code).toBe('domain.noChallenge');
    for (const at of ['_challenge', '_prove'])
      expect((await call('POST', `/nobody.example/${at}`, at === '_challenge' ? { method: 'dns' } : undefined)).status).toBe(404);
    const stranger = (await createServiceUser(service, await createOrganization(service), 'ORG_OWNER')).token;
    expect((await call('POST', `/${domain}/_challenge`, { method: 'dns' }, stranger)).status).toBe(404);
    const viewer = (await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER')).token;
    expect((await call('POST', `/${domain}/_challenge`, { method: 'dns' }, viewer)).status).toBe(403);
  });

  it('trying again and again: one look in ten seconds', async () => {
    await challenge('dns');
    service.get(Clock).advance(11_000);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', `/${domain}/_prove`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([409, 429, 429, 429]);
    expect(answers.flatMap(({ status, headers }) => (status === 429 ? [headers.get('retry-after')] : []))).toEqual(['10', '10', '10']);
  });

  it('trying one domain after the other: ten looks of an organization in a minute, whoever asks', async () => {
    service.get(Clock).advance(61_000);
    const colleague = (await createServiceUser(service, orgId, 'ORG_OWNER')).token;
    const names = Array.from({ length: 12 }, () => `${freshName('d')}.example`);
    for (const name of names) {
      await call('POST', '', { domain: name });
      await call('POST', `/${name}/_challenge`, { method: 'dns' });
    }
    const look = (name: string, at: number) =>
      call('POST', `/${name}/_prove${at % 3 ? '' : '?dryRun=true'}`, undefined, at % 2 ? colleague : token);
    const answers = await Promise.all(names.map(look));
    const codes = answers.map(({ body }) => body.code as string);
    expect(codes.filter((code) => code === 'domain.notProved')).toHaveLength(10);
    expect(codes.filter((code) => code === 'domain.triedOften')).toHaveLength(2);
    const waits = answers.filter(({ status }) => status === 429).map(({ headers }) => Number(headers.get('retry-after')));
    for (const wait of waits) expect([wait > 50, wait <= 60]).toEqual([true, true]);
    const other = await createOrganization(service);
    const theirs = (await createServiceUser(service, other, 'ORG_OWNER')).token;
    await call('POST', '', { domain }, theirs, other);
    await call('POST', `/${domain}/_challenge`, { method: 'dns' }, theirs, other);
    expect((await call('POST', `/${domain}/_prove`, undefined, theirs, other)).body.code).toBe('domain.notProved');
    service.get(Clock).advance(61_000);
    expect((await call('POST', `/${names.at(-1)}/_prove`)).body.code).toBe('domain.notProved');
  });

  it('trying again and again with dry runs or new challenges in between', async () => {
    await challenge('dns');
    service.get(Clock).advance(11_000);
    const rolledBack = async () => (await call('POST', `/${domain}/_prove?dryRun=true`)).body.code;
    expect([await rolledBack(), await rolledBack()]).toEqual(['domain.notProved', 'domain.triedJustNow']);
    await challenge('dns');
    expect((await call('POST', `/${domain}/_prove`)).body.code).toBe('domain.triedJustNow');
  });
});

it('a domain that another organization has, verified, stays there although it is proved', async () => {
  const other = await createOrganization(service);
  await service.call('POST', `/admin/v1/organizations/${other}/domains`, { domain });
  await service.call('POST', `/admin/v1/organizations/${other}/domains/${domain}/_verify`);
  const asked = await challenge('dns');
  dns.texts.set(asked.name, [asked.content]);
  expect((await prove()).body).toMatchObject({ status: 409, code: 'domain.taken' });
  expect((await call('GET', '')).body.domains).toContainEqual({ domain, verified: false, primary: false });
});
