// A signed-in console in a browser, with what specs about its pages check.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { violationsOf } from './axe.js';
import type { Stage } from './browser.js';
import { signInToConsole } from './console.mjs';

const WIDE = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };

type Clickable = 'button' | 'checkbox' | 'combobox' | 'link' | 'option' | 'radio' | 'tab';

export interface SignIn {
  loginName: string;
  password: string;
}

export interface ConsoleVisit {
  page: Page;
  /** What its page reported as wrong. */
  faults: string[];
}

/** Signs in as the first administrator, unless another person is given, on the page at `path`. */
export async function visitConsole(
  stage: Stage,
  path = '',
  options: BrowserContextOptions = {},
  person = firstAdministrator(stage),
): Promise<ConsoleVisit> {
  const page = await stage.newPage({ javaScriptEnabled: true, viewport: WIDE, reducedMotion: 'reduce', ...options });
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await signInToConsole(page, stage.service.url, person, path);
  return { page, faults };
}

export function firstAdministrator({ service: { credentials } }: Stage): SignIn {
  return { loginName: `${credentials.admin.userName}@gatehouse.localhost`, password: credentials.admin.password };
}

/** What is wrong with the page as it is: by axe, light and dark, wide and on a phone, and by its width. */
export async function wrongWithPage(page: Page, viewports = [WIDE, PHONE]): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const wrong: string[] = [];
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      wrong.push(...(await violationsOf(page)).map((one) => `${viewport.width} px, ${colorScheme}: ${one}`));
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) wrong.push(`${viewport.width} px: ${beyond} px too wide`);
  }
  await page.setViewportSize(WIDE);
  return wrong;
}

/** Clicks and counts it. What a test does to the page in another way is not counted: only fields may be filled without a click. */
export function countedClicks(page: Page): {
  click(role: Clickable, name: string | RegExp): Promise<void>;
  count: number;
} {
  const counted = {
    count: 0,
    async click(role: Clickable, name: string | RegExp) {
      counted.count++;
      await page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click();
    },
  };
  return counted;
}
