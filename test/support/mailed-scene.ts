// Where pages and mails meet: a service with a mail server for the file, and an organization, an application and an empty browser for each test.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Browser, makeWorld, REDIRECT_URI, type World } from '../oidc/world.js';
import { addClient, CHALLENGE, type Credentials } from './flows.js';
import { startMailedService, type MailedService, type Page } from './pages.js';

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
    const begin = (from = browser, scope = 'openid') => {
      const query = { client_id: client.clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope, ...CHALLENGE };
      return from.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
    };
    take({ service, world, client, browser, begin });
  });
  afterAll(() => service.close());
}
