// A service with people of several roles, and the console in a browser, for specs about its pages.
import axe from 'axe-core';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { useStage, type Stage } from './browser.js';
import { signInToConsole } from './console.mjs';

const WIDE = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
const SCRIPTS: BrowserContextOptions = { javaScriptEnabled: true, viewport: WIDE, reducedMotion: 'reduce' };
const PASSWORD = 'Correct-Horse-7';

interface SignIn {
  loginName: string;
  password: string;
}

interface OpenPage {
  page: Page;
  /** What the browser reported as wrong. */
  faults: string[];
  /** Clicks, and counts it. */
  click(target: Locator): Promise<void>;
  clicks(): number;
}

interface ConsoleStage extends Stage {
  orgId(): string;
  administrator(): SignIn;
  /** A person of the organization, who can sign in. @returns its id */
  addPerson(userName: string, names?: { givenName?: string; familyName?: string }): Promise<string>;
  signInOf(userName: string): SignIn;
  /** The console, signed in, at an address below /console. */
  open(path: string, person?: SignIn, options?: BrowserContextOptions): Promise<OpenPage>;
}

/** Call at the top of a spec file. */
export function useConsole(): ConsoleStage {
  const stage = useStage({ CONSOLE: 'true' }) as ConsoleStage;
  const signInOf = (userName: string, password = PASSWORD) => ({ loginName: `${userName}@gatehouse.localhost`, password });
  return Object.assign(stage, {
    orgId: () => stage.service.credentials.orgId,
    administrator: () => signInOf(stage.service.credentials.admin.userName, stage.service.credentials.admin.password),
    signInOf,
    async addPerson(userName: string, names: object = {}) {
      const body = { userName, givenName: 'Ada', familyName: 'Lovelace', ...names, emails: [{ value: `${userName}@example.com` }] };
      const path = `/admin/v1/organizations/${stage.service.credentials.orgId}/people`;
      return (await stage.service.call('POST', path, { ...body, password: PASSWORD })).body.userId as string;
    },
    async open(path: string, person = stage.administrator(), options: BrowserContextOptions = {}) {
      const page = await stage.newPage({ ...SCRIPTS, ...options });
      const faults: string[] = [];
      let clicks = 0;
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      await signInToConsole(page, stage.service.url, person, path);
      const click = async (target: Locator) => {
        clicks += 1;
        await target.click();
      };
      return { page, faults, click, clicks: () => clicks };
    },
  });
}

/** Checks that what is open is accessible, light and dark, wide and on a phone, and fits. Needs `bypassCSP`. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(axe.source);
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${viewport.width} px`).toBeLessThanOrEqual(0);
  }
}

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate<{ violations: Array<{ id: string; nodes: Array<{ html: string; failureSummary: string }> }> }>(
    'axe.run()',
  );
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
