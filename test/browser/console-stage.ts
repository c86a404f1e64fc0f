// A service with people of several roles, and the console in a browser, for specs about its pages.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { useStage, type Stage } from './browser.js';
import { makeConsoleScene, type ConsoleScene } from './console-pages.mjs';
import { firstAdministrator, visitConsole, wrongWithPage, type ConsoleVisit, type SignIn } from './console-visit.js';

const PASSWORD = 'Correct-Horse-7';

interface ConsoleStage extends Stage {
  orgId(): string;
  administrator(): SignIn;
  /** A person of the organization, who can sign in. @param more members of the person @returns its id */
  addPerson(userName: string, more?: object): Promise<string>;
  /** Ada, and what the pages are about. */
  makePages(): Promise<ConsoleScene>;
  signInOf(userName: string): SignIn;
  /** The console, signed in, at an address below /console. */
  open(path: string, person?: SignIn, options?: BrowserContextOptions): Promise<ConsoleVisit>;
}

/** Call at the top of a spec file. @param env more settings of the service */
export function useConsole(env: Record<string, string> = {}): ConsoleStage {
  const stage = useStage({ CONSOLE: 'true', ...env }) as ConsoleStage;
  return Object.assign(stage, {
    orgId: () => stage.service.credentials.orgId,
    administrator: () => firstAdministrator(stage),
    signInOf: (userName: string) => ({ loginName: `${userName}@gatehouse.localhost`, password: PASSWORD }),
    async addPerson(userName: string, more: object = {}) {
      const emails = [{ value: `${userName}@example.com` }];
      const body = { userName, givenName: 'Ada', familyName: 'Lovelace', emails, password: PASSWORD, ...more };
      return (await stage.service.call('POST', `/admin/v1/organizations/${stage.orgId()}/people`, body)).body.userId as string;
    },
    async makePages() {
      const call = async (...request: Parameters<typeof stage.service.call>) => (await stage.service.call(...request)).body;
      return makeConsoleScene(call, stage.orgId(), await stage.addPerson('ada'));
    },
    open: (path: string, person?: SignIn, options?: BrowserContextOptions) => visitConsole(stage, path, options, person),
  });
}

/** Checks that what is open is accessible, light and dark, wide and on a phone, and fits. Needs `bypassCSP`. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await wrongWithPage(page)).toEqual([]);
}
