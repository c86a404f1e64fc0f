// Changes in the console: two administrators at once, what can be undone, the same request for a terminal, and the texts of mails.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { png } from '../support/pictures.js';
import type { ConsoleScene } from './console-pages.mjs';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();
const PICTURE = png(64, 64).toString('base64');

let scene: ConsoleScene;
let organization: string;
const open = async (path: string, ...more: [person?: { loginName: string; password: string }, options?: object]): Promise<Page> =>
  (await stage.open(path, ...more)).page;
const call = async (method: string, path: string, body?: unknown) =>
  (await stage.service.call(method, `${organization}${path}`, body)).body;
const projectPath = () => `/projects/${scene.projectId}`;
const applicationPath = () => `${projectPath()}/applications/${scene.applicationId}`;
const pagePath = (path: string) => `/orgs/${scene.orgId}${path}`;
const BY = 'Bootstrap service user';

beforeAll(async () => {
  scene = await stage.makePages();
  organization = `/admin/v1/organizations/${scene.orgId}`;
  for (const [userName, role] of [
    ['owner', 'ORG_OWNER'],
    ['manager', 'ORG_USER_MANAGER'],
  ] as const)
    await call('POST', '/members', { userId: await stage.addPerson(userName, { givenName: 'Grace', familyName: 'Hopper' }), role });
});

describe('two administrators', () => {
  it('the settings of a project: says who changed what, shows what is there now, and overwrites only what was shown', async () => {
    const page = await open(pagePath(projectPath()));
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Back office 2');
    await call('PATCH', projectPath(), { name: 'Front office' });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await dialog.getByText(new RegExp(`^Front office was changed by ${BY} .+: Project changed\\.$`)).waitFor();
    await dialog.getByRole('button', { name: 'Show what is there now' }).click();
    await dialog.getByRole('row', { name: 'name Back office Front office' }).waitFor();
    // A third change comes after what was shown: the service refuses again, and the question is asked anew.
    await call('PATCH', projectPath(), { name: 'Side office' });
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await dialog.getByText(/^Side office was changed by/).waitFor();
    expect((await call('GET', projectPath())).name).toBe('Side office');
    await dialog.getByRole('button', { name: 'Show what is there now' }).click();
    await dialog.getByRole('button', { name: 'Back to my changes' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Back office 2');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await call('GET', projectPath())).name).toBe('Back office 2');
    await call('PATCH', projectPath(), { name: 'Back office' });
  });

  it('a policy: what one discards is gone from the form, which has the values of the other', async () => {
    const page = await open(pagePath('/policies/lockout'));
    const field = page.locator('main').getByRole('textbox').first();
    await field.fill('7');
    await call('PATCH', '/policies/lockout', { maxAttempts: 4 });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await dialog.getByText(new RegExp(`^Changed by ${BY} .+: Policy set\\.$`)).waitFor();
    await dialog.getByRole('button', { name: 'Show what is there now' }).click();
    await dialog.getByRole('row', { name: /^maxAttempts .*4$/ }).waitFor();
    await dialog.getByRole('button', { name: 'Discard mine' }).click();
    await expect.poll(() => field.inputValue()).toBe('4');
    expect((await call('GET', '/policies/lockout')).own).toEqual({ maxAttempts: 4 });
    await call('DELETE', '/policies/lockout');
  });

  it('the logo of an application: it is not removed unseen, and a picture is not replaced unseen', async () => {
    await call('PUT', `${applicationPath()}/logo`, { content: PICTURE });
    const page = await open(pagePath(applicationPath()));
    await page.getByRole('button', { name: 'Remove: Logo' }).click();
    await call('PATCH', applicationPath(), { name: 'Time table' });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByText(new RegExp(`^Time table was changed by ${BY} .+$`)).waitFor();
    expect((await call('GET', applicationPath())).logo).not.toBeNull();
    await dialog.getByRole('button', { name: 'Show what is there now' }).click();
    await dialog.getByRole('row', { name: 'name Time sheet Time table' }).waitFor();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await call('GET', applicationPath())).logo).toBeNull();
    // The same of a new picture.
    await page.getByText(/^None: people see the logo/).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file: Logo' }).click();
    await call('PATCH', applicationPath(), { name: 'Time sheet' });
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') });
    await page
      .getByRole('dialog', { name: 'Changed meanwhile' })
      .getByText(/^Time sheet was changed by/)
      .waitFor();
    expect((await call('GET', applicationPath())).logo).toBeNull();
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await expect.poll(async () => (await call('GET', applicationPath())).logo).not.toBeNull();
  });

  it('a dialog that asks for a name keeps it; what a user manager may not read is not said', async () => {
    const { groupId } = await call('POST', '/groups', { displayName: 'Guests' });
    const page = await open(pagePath(`/groups/${groupId}`), stage.signInOf('manager'));
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type Guests to confirm').fill('Guests');
    await call('PATCH', `/groups/${groupId}`, { displayName: 'Guests of honor' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Someone else changed this after you opened it.').waitFor();
    await dialog.getByRole('button', { name: 'Show what is there now' }).click();
    await dialog.getByRole('row', { name: 'displayName Guests Guests of honor' }).waitFor();
    expect((await stage.service.call('GET', `${organization}/groups/${groupId}`)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Back to my changes' }).click();
    expect(await dialog.getByLabel(/^Type Guests/).inputValue()).toBe('Guests');
  });

  it('the owner of an organization is told who changed a group', async () => {
    const { groupId } = await call('POST', '/groups', { displayName: 'Auditors' });
    const page = await open(pagePath(`/groups/${groupId}`), stage.signInOf('owner'));
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type Auditors to confirm').fill('Auditors');
    await call('PATCH', `/groups/${groupId}`, { displayName: 'Examiners' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText(new RegExp(`^Examiners was changed by ${BY} .+$`)).waitFor();
    expect((await call('GET', `/groups/${groupId}`)).displayName).toBe('Examiners');
  });

  it('a user manager is told who changed a person', async () => {
    const id = await stage.addPerson('changed', { givenName: 'Joan', familyName: 'Clarke' });
    const page = await open(pagePath(`/people/${id}`), stage.signInOf('manager'));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await call('PATCH', `/people/${id}`, { title: 'Cryptanalyst' });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByText(new RegExp(`^Joan Clarke was changed by ${BY} .+$`)).waitFor();
    expect((await call('GET', `/people/${id}`)).state).toBe('active');
  });
});

describe('undo', () => {
  it('after a deactivation, by keyboard; the offer stays until something else is announced', async () => {
    const id = await stage.addPerson('undone', { givenName: 'Mary', familyName: 'Shaw' });
    const page = await open(pagePath(`/people/${id}`), undefined, { bypassCSP: true });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect((await call('GET', `/people/${id}`)).state).toBe('inactive');
    await expectAccessible(page);
    await undo.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').waitFor();
    expect((await call('GET', `/people/${id}`)).state).toBe('active');
    await undo.waitFor({ state: 'detached' });
  });

  it('after a deactivation of several people, all of them', async () => {
    const ids = [
      await stage.addPerson('several-one', { givenName: 'Ida', familyName: 'Rhodes' }),
      await stage.addPerson('several-two', { givenName: 'Klara', familyName: 'Rhodes' }),
    ];
    const states = async () => [(await call('GET', `/people/${ids[0]}`)).state, (await call('GET', `/people/${ids[1]}`)).state];
    const page = await open(pagePath('/people?q=rhodes'));
    await page.getByLabel('Select all loaded rows').check();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('2 of 2 done').waitFor();
    expect(await states()).toEqual(['inactive', 'inactive']);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await states()).toEqual(['active', 'active']);
  });

  it('after the removal of a member, and it is dismissed', async () => {
    await call('POST', `/groups/${scene.groupId}/members`, { memberIds: [scene.userId] });
    const page = await open(pagePath(`/groups/${scene.groupId}`));
    const remove = async () => {
      await page.getByLabel('Select ada').check();
      await page.getByRole('button', { name: /^Remove 1 / }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    };
    await remove();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('link', { name: 'ada', exact: true }).waitFor();
    expect((await call('GET', `/groups/${scene.groupId}/members`)).members).toMatchObject([{ memberId: scene.userId }]);
    await remove();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    expect((await call('GET', `/groups/${scene.groupId}/members`)).members).toEqual([]);
  });

  it('after a deletion where the organization keeps people, and not elsewhere', async () => {
    const remove = async (page: Page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByLabel('Type Ada Lovelace to confirm').fill('Ada Lovelace');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Ada Lovelace was deleted.').waitFor();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    };
    const gone = await stage.addPerson('gone');
    const page = await open(pagePath(`/people/${gone}`));
    await remove(page);
    // Whether it can be undone is asked of the service.
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await call('PATCH', '/policies/removedPeople', { days: 30 });
    const kept = await stage.addPerson('kept');
    await page.goto(`${stage.service.url}/console${pagePath(`/people/${kept}`)}`);
    await remove(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Restored\. Roles/).waitFor();
    expect((await stage.service.call('GET', `${organization}/people/${kept}`)).status).toBe(200);
    await call('DELETE', '/policies/removedPeople');
  });
});

describe('for a terminal', () => {
  const copied = async (page: Page, item: 'Copy as curl' | 'Copy as command', of: string | RegExp) => {
    await page.getByRole('button', { name: of }).last().click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByText('Copied.').first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };

  it('the upload of a picture reads a file', async () => {
    const page = await open(pagePath(applicationPath()), undefined, options);
    const body = `printf '{"content":"%s"}' "$(base64 < picture.png | tr -d '\\n')"`;
    const address = `${stage.service.url}${organization}${applicationPath()}/logo`;
    expect(await copied(page, 'Copy as curl', 'Copy this change for a terminal: Logo')).toBe(
      `${body} | curl -X PUT ${address} -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @-`,
    );
    expect(await copied(page, 'Copy as command', 'Copy this change for a terminal: Logo')).toBe(
      `${body} | gatehouse apps set-logo ${scene.projectId} ${scene.applicationId} --org ${scene.orgId} --data -`,
    );
  });

  it('what is done with several people is a loop over them', async () => {
    const ids = [
      await stage.addPerson('loop-one', { givenName: 'Konrad', familyName: 'Zuse' }),
      await stage.addPerson('loop-two', { givenName: 'Heinz', familyName: 'Zuse' }),
    ];
    const page = await open(pagePath('/people?q=zuse'), undefined, options);
    await page.getByLabel('Select all loaded rows').check();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const curl = await copied(page, 'Copy as curl', 'Copy this change for a terminal');
    const [, listed = '', command] = /^for id in (.+); do (.+); done$/.exec(curl) ?? [];
    expect(listed.split(' ').toSorted()).toEqual(ids.toSorted());
    expect(command).toBe(`curl -X POST "${stage.service.url}${organization}/people/$id/_deactivate" -H "Authorization: Bearer $TOKEN"`);
    expect(await copied(page, 'Copy as command', 'Copy this change for a terminal')).toContain(
      `; do gatehouse users deactivate "$id" --org ${scene.orgId}; done`,
    );
  });
});

describe('the text of a mail', () => {
  it('is read, changed while its preview follows, and returns to that of the service', async () => {
    const page = await open(pagePath('/branding'), undefined, { bypassCSP: true });
    await page.getByRole('link', { name: 'What mails say: their texts.' }).click();
    await page.getByRole('link', { name: 'Invitation' }).click();
    await page.getByRole('heading', { name: 'Invitation', level: 1 }).waitFor();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    const subject = page.getByLabel('Subject');
    await expect.poll(() => subject.inputValue()).toBe('Ihr Konto bei {{organization}}');
    await subject.fill('Willkommen bei {{organization}}');
    const preview = page.getByRole('region', { name: 'As its reader sees it' }).first();
    await preview.getByText(/^Willkommen bei (?!\{)/).waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hallo');
    await preview.getByText('The body of this mail must contain {{code}}.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('main')
      .getByText(/must contain \{\{code\}\}/)
      .first()
      .waitFor();
    await page.getByLabel('Text', { exact: true }).fill('{{greeting}}\n\n{{code}}\n\n{{link}}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The next mail has this text.').waitFor();
    await page.getByRole('region', { name: 'What the service says' }).first().waitFor();
    await expectAccessible(page);
    expect((await call('GET', '/mail-texts/invitation/de')).own).toEqual({
      subject: 'Willkommen bei {{organization}}',
      body: '{{greeting}}\n\n{{code}}\n\n{{link}}',
    });
    await page.getByRole('link', { name: 'Mail texts' }).first().click();
    await page.getByText('Own text: German').waitFor();
    await page.getByRole('link', { name: 'Invitation' }).click();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German (own text)' }).click();
    await page.getByRole('button', { name: 'Use the text of the service' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use the text of the service' }).click();
    await page.getByText('The mail says what the service says.').waitFor();
    expect((await call('GET', '/mail-texts/invitation/de')).own).toBeNull();
  });
});

describe('Escape', () => {
  it('closes the search over a dialog alone, and what was typed in the dialog stays', async () => {
    const page = await open(pagePath('/people'));
    await page.getByRole('button', { name: /^Search/ }).waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    const name = page.getByRole('dialog', { name: 'Add a person' }).getByLabel('First name');
    await name.fill('Grace');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: /^Search pages/ });
    await search.waitFor();
    await search.pressSequentially('poli');
    // On top: nothing covers it.
    await page.getByRole('option', { name: /^Policies/ }).hover();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Grace');
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
  });

  // The last one: afterwards the clock of the browser is behind.
  it('gives up a new sign-in that a dialog asked for, and the dialog says so', async () => {
    await call('PATCH', '/policies/administration', { freshChanges: ['secrets'], freshMinutes: 5 });
    const page = await open(pagePath(applicationPath()));
    stage.service.get(Clock).advance(6 * 60_000);
    await page.getByRole('tab', { name: 'Secrets' }).click();
    await page.getByRole('button', { name: 'Add a secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a secret' });
    await dialog.getByRole('button', { name: 'Add a secret' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await dialog.getByText('This change needs a new sign-in, and was not made.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await call('DELETE', '/policies/administration');
  });
});
