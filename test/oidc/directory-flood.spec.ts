// Redirects to an identity provider that strangers begin and leave: their rows stay few, and push out those of no other network.
// On a server too: requests at the same moment insert, count and remove these rows.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { secretDigest } from '../../src/common/crypto/digest.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { PendingSignInsRepository } from '../../src/oidc/provider/adapters/pending-sign-ins.repository.js';
import { refreshOf } from '../support/browser.js';
import { codeOf, directoryScene, Visitor, type DirectoryScene } from '../support/directory.js';
import { startService, type TestService } from '../support/service.js';

const MOST = 5;
const STRANGER = '203.0.113.9';

let service: TestService;
let at: TestService;
let scene: DirectoryScene;
let limits: PendingSignInsRepository;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1', BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  at = await startService();
  limits = service.get(PendingSignInsRepository);
  scene = await directoryScene(service, at, { creation: 'automatic' });
});
afterEach(() => Object.assign(limits, { mostOfNetwork: 1_000, mostInSlot: 500 }));
afterAll(async () => {
  await service.close();
  await at.close();
});

const from = (address: string) => new Visitor(service, at, { 'x-forwarded-for': address });
const accountLink = () => `${service.url}/account/to/${scene.providerId}`;
const digestOf = (redirect: string) => secretDigest(new URL(redirect).searchParams.get('state') ?? '');
const idsIn = async (table: string, column: string) =>
  new Set((await service.get(Database).query.rows<{ id: string }>(`SELECT ${column} AS id FROM ${table}`)).map(({ id }) => id));
/** Which of the redirects still wait for their answers. */
async function waiting(redirects: readonly string[]): Promise<boolean[]> {
  const stored = await idsIn('upstream_requests', 'digest');
  return redirects.map((redirect) => stored.has(digestOf(redirect)));
}
/** Follows a link to the provider again and again. @returns the addresses there */
async function flood(visitor: Visitor, link: string, times: number): Promise<string[]> {
  const redirects: string[] = [];
  for (let i = 0; i < times; i++) {
    redirects.push((await visitor.here.open(link)).url);
    service.get(Clock).advance(1);
  }
  return redirects;
}
/** Signs in at the provider, and opens what its answer leads to. */
async function finish(visitor: Visitor, redirect: string) {
  const response = await visitor.here.fetch(await visitor.signInThere({ url: redirect }, scene.there.loginName), {});
  const onward = refreshOf(response);
  return onward === undefined ? { status: response.status } : visitor.here.open(new URL(onward, service.url).href);
}
const isIn = (page: object) => 'html' in page && String(page.html).includes('Sign out');

describe('redirects to a provider that a stranger begins', () => {
  it('stay few at the account page, of which the oldest are removed, and push out no answer of another network', async () => {
    const ada = from('198.51.100.7');
    const adas = (await ada.here.open(accountLink())).url;
    limits.mostOfNetwork = MOST;
    const stranger = from(STRANGER);
    const redirects = await flood(stranger, accountLink(), MOST + 5);
    expect(await waiting(redirects)).toEqual(redirects.map((_, i) => i >= 5));
    expect(await waiting([adas])).toEqual([true]);
    expect(isIn(await finish(ada, adas))).toBe(true);
    expect(await finish(stranger, redirects[0] ?? '')).toHaveProperty('status', 410);
    expect(isIn(await finish(stranger, redirects.at(-1) ?? ''))).toBe(true);
  });

  it('stay few in one sign-in to an application', async () => {
    const stranger = from('203.0.113.10');
    const { url } = await stranger.open(scene.client.clientId);
    limits.mostOfNetwork = MOST;
    const redirects = await flood(stranger, `${url.split('?')[0]}/to/${scene.providerId}`, MOST + 5);
    // The sign-in itself counts too. Once it is removed, its links lead nowhere.
    const begun = redirects.filter((redirect) => redirect.startsWith(at.url));
    expect(begun.length).toBeGreaterThanOrEqual(MOST);
    expect((await waiting(begun)).filter(Boolean).length).toBeLessThanOrEqual(MOST);
  });

  it('stay few in total, however many networks begin them', async () => {
    limits.mostInSlot = 1;
    const before = await idsIn('upstream_requests', 'digest');
    for (let i = 0; i < 140; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, j) => from(`203.0.113.${i + j}`).here.open(accountLink())));
    await flood(from('198.51.100.70'), accountLink(), 1);
    const added = [...(await idsIn('upstream_requests', 'digest'))].filter((digest) => !before.has(digest));
    // Those that come at the same moment do not see each other.
    expect(added.length).toBeLessThanOrEqual(64 + 20);
  });

  it('stay few when they come at the same moment', async () => {
    limits.mostOfNetwork = MOST;
    const stranger = from('203.0.113.12');
    const redirects = await Promise.all(Array.from({ length: 20 }, async () => (await stranger.here.open(accountLink())).url));
    expect(redirects.every((redirect) => redirect.startsWith(at.url))).toBe(true);
    const last = await flood(stranger, accountLink(), 1);
    expect((await waiting([...redirects, ...last])).filter(Boolean).length).toBeLessThanOrEqual(MOST);
    expect(await waiting(last)).toEqual([true]);
  });
});

it('an answered redirect counts no longer', async () => {
  limits.mostOfNetwork = MOST;
  const address = '198.51.100.9';
  const waits = from(address);
  const redirect = (await waits.here.open(accountLink())).url;
  const counted = await idsIn('pending_sign_ins', 'id');
  for (let i = 0; i < MOST; i++) {
    const visitor = from(address);
    const begun = await visitor.follow(await visitor.open(scene.client.clientId), `/to/${scene.providerId}`);
    expect(codeOf((await finish(visitor, begun.url)) as { url: string })).not.toBe('');
  }
  expect(await idsIn('pending_sign_ins', 'id')).toEqual(counted);
  expect(isIn(await finish(waits, redirect))).toBe(true);
});
