// Where pages and mails meet: a service with a mail server for the file, and an organization, an application and an empty browser for each test.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Browser, type Page } from './browser.js';
import { addClient, type Credentials } from './clients.js';
import { startMailedService, type MailedService } from './mailed-service.js';
import { authorizeUrl } from './oauth.js';
import { makeWorld, type World } from './world.js';

export interface MailedScene {
  service: MailedService;
  world: World;
  client: Credentials;
  browser: Browser;
  /** Sends a browser to the application's sign-in. */
  begin(from?: Browser, scope?: string): Promise<Page>;
}

/** Call at the top of a spec file; `take` gets what each test finds. */
export function useMailedScene(take: (scene: MailedScene) => void): void {
  let service: MailedService;
  beforeAll(async () => {
    service = await startMailedService();
  });
  beforeEach(async () => {
    const world = await makeWorld(service);
    const client = await addClient(world);
    const browser = new Browser(service.url);
    const begin = (from = browser, scope = 'openid') => from.open(authorizeUrl(service.url, client.clientId, scope));
    take({ service, world, client, browser, begin });
  });
  afterAll(() => service.close());
}
