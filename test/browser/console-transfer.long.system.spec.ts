// Imports in the console: a file is checked, and its faults are shown.
import { describe, expect, it } from 'vitest';
import { expectAccessible, useConsole } from './console-stage.js';

const stage = useConsole();

describe('imports', () => {
  it('are checked first; faults are shown with their lines', async () => {
    const { page, faults } = await stage.open('/service/imports');
    await page.getByRole('button', { name: 'New import' }).first().click();
    const user = { userName: 'joan', profile: { firstName: 'Joan', lastName: 'Clarke' }, email: { email: 'nowhere' } };
    const person = { orgId: stage.orgId(), userId: 'joan', user };
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File' }).click();
    await (await choosing).setFiles({ name: 'people.ndjson', mimeType: '', buffer: Buffer.from(`${JSON.stringify(person)}\n`) });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const heading = page.getByRole('heading', { name: /^Check of \d+ entr/, level: 1 });
    await heading.or(page.getByRole('alert')).first().waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
    await page.getByRole('columnheader', { name: 'What is wrong' }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the page imports', () => {
  it('is accessible', async () => {
    const { page } = await stage.open('/service/imports', stage.administrator(), { bypassCSP: true });
    await page
      .getByText('No imports yet')
      .or(page.getByRole('link', { name: /^Check of/ }))
      .first()
      .waitFor();
    await expectAccessible(page);
  });
});
