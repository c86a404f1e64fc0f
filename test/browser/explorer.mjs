// How people use the API explorer (Swagger UI): signing in, and trying an operation.
/**
 * Signs in by authorization code with PKCE, in the window that the explorer opens.
 * @param {import('playwright-core').Page} page @param {{ loginName: string, password: string }} person
 */
export async function authorizeExplorer(page, { loginName, password }) {
  await page.click('.auth-wrapper > button.authorize');
  const dialog = page.locator('.auth-container', { hasText: 'authorizationCode' });
  const [window] = await Promise.all([page.waitForEvent('popup'), dialog.locator('button.authorize').click()]);
  const closed = window.waitForEvent('close');
  await window.waitForSelector('input[name=loginName]');
  await window.fill('input[name=loginName]', loginName);
  await window.fill('input[name=password]', password);
  await window.click('button[type=submit]');
  // Once a day administrators are told that a second step will be required.
  const later = window.locator('button', { hasText: 'Not now' }).click();
  await Promise.race([closed, later]).catch(() => undefined);
  await closed;
  await later.catch(() => undefined);
  await dialog.locator('button', { hasText: 'Logout' }).waitFor();
  await page.click('.modal-ux button.btn-done');
}

/**
 * Fills in the parameters of an operation, leaves its body as the example is, and sends it.
 * @param {import('playwright-core').Page} page @param {string} tag @param {string} method @param {string} path @param {Record<string, string>} [parameters]
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function tryOperation(page, tag, method, path, parameters = {}) {
  const block = page.locator(`.opblock-${method.toLowerCase()}:has([data-path="${path}"])`);
  await openTag(page, tag);
  // The explorer draws what comes into view.
  for (let turns = 0; turns < 100 && (await block.count()) === 0; turns++) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await block.locator('.opblock-summary-control').click();
  await block.locator('button.try-out__btn').click();
  for (const [name, value] of Object.entries(parameters)) await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
  await block.locator('button.execute').click();
  const answer = block.locator('.live-responses-table .response').first();
  const status = await answer.locator('.response-col_status').textContent();
  const body = await answer.locator('.highlight-code pre').first().textContent();
  return { status: Number.parseInt(String(status), 10), body: JSON.parse(String(body)) };
}

/** Opens a section of the explorer, and closes the one that was open. @param {import('playwright-core').Page} page @param {string} tag */
async function openTag(page, tag) {
  await page.evaluate(() => window.scrollTo(0, 0));
  const open = page.locator('.opblock-tag-section.is-open > h3');
  for (const heading of await open.all()) await heading.click();
  await page.locator(`h3[data-tag="${tag}"]`).click();
}
