// A service, a scene on it and a browser, for one spec file.
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startService, type TestService } from '../support/service.js';
import { DESKTOP, launchChromium } from './chromium.mjs';
import { startParty, type Party } from './party.mjs';
import { makeScene, textsBy, type Scene } from './scene.mjs';

export interface Stage {
  service: TestService;
  scene: Scene;
  /** An empty browser: no cookies, closed after the test. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Its first page. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

/** What has not come by then hangs: Playwright's own thirty seconds were too few beside other tests. */
const HANGS_MS = 120_000;

/**
 * Call at the top of a spec file; the stage is there when its tests run. No script runs unless a test asks for it: pages do without.
 * @param env settings of the service @param look of the scene's organization
 */
export function useStage(env: Record<string, string> = {}, look: { branded?: object } = {}): Stage {
  let browser: Browser;
  let party: Party;
  let contexts: BrowserContext[] = [];
  const stage = {
    async newContext(options = {}) {
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', javaScriptEnabled: false, ...options });
      context.setDefaultTimeout(HANGS_MS);
      contexts.push(context);
      return context;
    },
    newPage: async (options) => (await stage.newContext(options)).newPage(),
  } as Stage;
  beforeAll(async () => {
    browser = await launchChromium();
    party = await startParty();
    stage.service = await startService({ ...textsBy(party), ...env });
    const { url, call, settings } = stage.service;
    const http = { url, dataDir: settings.dataDir, call: async (...request: Parameters<typeof call>) => (await call(...request)).body };
    stage.scene = await makeScene(http, party, look);
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser?.close();
    await stage.service?.close();
    await party?.close();
  });
  return stage;
}
