// How people use the API explorer: signing in, finding an operation, and trying it. The screenshots use it as well.
/**
 * Signs in by authorization code with PKCE, from the first page of the explorer.
 * @param {import('playwright-core').Page} page @param {{ loginName: string, password: string }} person
 */
export async function authorizeExplorer(page, { loginName, password }) {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForSelector('input[name=loginName]');
  await page.fill('input[name=loginName]', loginName);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  // Once a day administrators are told that a second step will be required.
  const later = page.locator('button', { hasText: 'Not now' });
  const search = page.getByRole('searchbox');
  await later.or(search).first().waitFor();
  if (await later.isVisible()) await later.click();
  await search.waitFor();
}

/**
 * Finds an operation and opens it.
 * @param {import('playwright-core').Page} page @param {string} operationId
 */
export async function openOperation(page, operationId) {
  const all = page.getByRole('link', { name: 'All operations' });
  if (await all.isVisible()) await all.click();
  await page.getByRole('searchbox').fill(operationId);
  const link = `nav a[href="#${operationId}"]`;
  await page.locator(link).click();
  // The page follows its address a moment later; the operation before it looks the same until then. A phone hides the list beside an operation.
  await page.locator(`${link}[aria-current=page]`).waitFor({ state: 'attached' });
}

/**
 * Sends an operation as it stands, with these parameters besides.
 * @param {import('playwright-core').Page} page @param {string} operationId @param {Record<string, string>} [parameters]
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function tryOperation(page, operationId, parameters = {}) {
  await openOperation(page, operationId);
  for (const [name, value] of Object.entries(parameters)) await page.locator(`#parameter-${name}`).fill(value);
  await page.getByRole('button', { name: 'Send' }).click();
  const status = await page.locator('.received .status').textContent();
  const body = await page.getByLabel('Body of the answer').textContent();
  return { status: Number(status), body: JSON.parse(String(body)) };
}
