// The picture that people upload on the page of their account: drawn anew, told to applications and directories, and gone when it is removed.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { PersonPictures } from '../../src/users/directory/people/pictures/person-pictures.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Browser, fill, type Page } from '../support/browser.js';
import { patchOf } from '../support/people.js';
import { png } from '../support/pictures.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { signInToNewClient, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let browser: Browser;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  browser = new Browser(service.url);
  await browser.submit(await open(''), world.loginName, PASSWORD);
});

const open = (path: string) => browser.open(`${service.url}/account${path}`);
/** As a browser sends the form. */
function upload(
  content: Buffer,
  { from = browser, headers = {} }: { from?: Browser; headers?: Record<string, string> } = {},
): Promise<Page> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'me.png');
  return from.open(`${service.url}/account/profile/picture`, { method: 'POST', body: form, headers });
}
const addresses = async () =>
  (await service.get(People).requirePerson(world.organization, world.person.id)).photos.map(({ value }) => value);
const stored = async () =>
  (await service.get(Database).query.rows('SELECT id FROM person_pictures WHERE user_no = ?', [world.person.no])).length;
const HIDDEN = Buffer.concat([png(600, 300), Buffer.from('<script>alert(1)</script>')]);

describe('a picture', () => {
  it('is drawn anew, shown, and what applications and directories get', async () => {
    // On a server too: pictures are written as bytes.
    const saved = await upload(HIDDEN);
    const [address = ''] = await addresses();
    expect(address).toMatch(new RegExp(`^${service.url}/pages/people/[\\w-]{43}$`));
    expect([saved.page?.status, saved.html?.includes(`src="${address}"`)]).toEqual([200, true]);
    const answer = await fetch(address);
    const drawn = Buffer.from(await answer.arrayBuffer());
    expect([drawn.subarray(1, 4).toString(), drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual(['PNG', 256, 128]);
    expect(drawn.includes('script')).toBe(false);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    const { tokens } = await signInToNewClient(service, world, {}, 'openid profile');
    expect((await userinfo(service, tokens.access_token)).body.picture).toBe(address);
    const { body } = await service.call('GET', `/scim/v2/${world.organization.id}/Users/${world.person.id}`);
    expect(body.photos).toEqual([{ type: 'photo', value: address }]);
  });

  it('stays when the rest of the profile is saved, and gives way to another one', async () => {
    await upload(png(64, 64));
    const [first = ''] = await addresses();
    await fill(browser, await open('/profile'), { givenName: 'Ada', familyName: 'Lovelace' });
    expect(await addresses()).toEqual([first]);
    await upload(png(32, 32));
    const [second = ''] = await addresses();
    expect([(await fetch(first)).status, (await fetch(second)).status, await stored()]).toEqual([404, 200, 1]);
  });

  it('is gone once it is removed, here or by a directory', async () => {
    // On a server too: pictures are written as bytes.
    await upload(png(64, 64));
    const [removed = ''] = await addresses();
    await browser.submitButton(await open('/profile'), 'Remove picture');
    expect([await addresses(), (await fetch(removed)).status, await stored()]).toEqual([[], 404, 0]);
    await upload(png(64, 64));
    const [replaced = ''] = await addresses();
    const path = `/scim/v2/${world.organization.id}/Users/${world.person.id}`;
    await service.call('PATCH', path, patchOf({ op: 'remove', path: 'photos' }));
    expect((await fetch(replaced)).status).toBe(404);
  });

  it('leaves one that lies elsewhere, when there is nothing of ours to remove', async () => {
    await fill(browser, await open('/profile'), { givenName: 'A', familyName: 'B', picture: 'https://pictures.example/a.png' });
    await browser.open(`${service.url}/account/profile/picture/remove`, { method: 'POST', body: new URLSearchParams() });
    expect(await addresses()).toEqual(['https://pictures.example/a.png']);
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'),
    ],
    ['more pixels than its bytes say', png(20_000, 20_000, 1)],
    ['nothing', Buffer.alloc(0)],
    ['more bytes than a picture has', Buffer.alloc(524_289)],
    ['more bytes than the form takes', Buffer.alloc(600_000)],
  ])('is refused as %s, below its field', async (_, content) => {
    const refused = await upload(content);
    expect([refused.page?.status, refused.html?.includes('We can’t use this file.')]).toEqual([400, true]);
    expect([await addresses(), await stored()]).toEqual([[], 0]);
  });

  it('is set and removed by administrators', async () => {
    const path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}`;
    const { status, body } = await service.call('POST', `${path}/_set-picture`, { content: HIDDEN.toString('base64') });
    const [address = ''] = await addresses();
    expect([status, body.photos]).toEqual([200, [{ type: 'photo', value: address }]]);
    expect((await fetch(address)).status).toBe(200);
    expect((await service.call('POST', `${path}/_set-picture`, { content: 'aGVsbG8=' })).body.errors).toMatchObject([
      { code: 'person.picture', pointer: '/content' },
    ]);
    expect((await service.call('POST', `${path}/_remove-picture`)).status).toBe(204);
    expect([await addresses(), await stored()]).toEqual([[], 0]);
  });

  it('that was drawn after the end of its person is not kept', async () => {
    const pictures = service.get(PersonPictures);
    const draw = pictures.draw.bind(pictures);
    vi.spyOn(pictures, 'draw').mockImplementationOnce(async (content, owner) => {
      const drawn = await draw(content, owner);
      await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/_deactivate`);
      return drawn;
    });
    expect((await upload(png(64, 64))).page?.status).toBe(401);
    expect([await addresses(), await stored()]).toEqual([[], 0]);
  });

  it('that was drawn after the end of its administrator is not kept', async () => {
    const { userId, token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const pictures = service.get(PersonPictures);
    const draw = pictures.draw.bind(pictures);
    vi.spyOn(pictures, 'draw').mockImplementationOnce(async (content, owner) => {
      const drawn = await draw(content, owner);
      await service.call('POST', `/admin/v1/organizations/${world.organization.id}/service-users/${userId}/_deactivate`);
      return drawn;
    });
    const path = `/admin/v1/organizations/${world.organization.id}/people/${world.person.id}/_set-picture`;
    const { status } = await service.call('POST', path, { content: png(64, 64).toString('base64') }, { token });
    expect([status, await stored()]).toEqual([401, 0]);
  });

  it('is taken from the signed-in person alone, by a form of this service, where the organization allows it', async () => {
    expect((await upload(png(64, 64), { from: new Browser(service.url) })).page?.status).toBe(401);
    expect((await upload(png(64, 64), { headers: { origin: 'https://evil.example' } })).page?.status).toBe(403);
    await service.get(Policies).set(world.organization.no, 'account', { changePicture: false }, 'test');
    expect((await upload(png(64, 64))).page?.status).toBe(403);
    expect((await open('/profile')).html).not.toContain('type="file"');
    expect(await stored()).toBe(0);
  });
});
