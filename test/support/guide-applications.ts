// The applications of docs/apps: registered as docs/connect-an-app.md does, saved and started as they stand there, and used by a person.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { signInAt } from '../clients/round-trip.js';
import { blocksUnder, fileIn } from './guide-blocks.js';
import { Reader } from './guide.js';
import { createPerson } from './people.js';
import { freePort, startService, type TestService } from './service.js';
import { PASSWORD } from './world.js';

const REGISTRATION = readFileSync('docs/connect-an-app.md', 'utf8');
/** All pages of docs/apps, one after the other, each with a heading that ends the section before. */
export const PROGRAMS = readdirSync('docs/apps')
  .map((name) => readFileSync(`docs/apps/${name}`, 'utf8'))
  .join('\n## The next page\n');
const SESSION_SECRET = 'a secret of the tests, long enough for every program';

/** What the variables of the guide begin with: the client that a program is. */
type Client = 'WEB' | 'API' | 'NATIVE' | 'ROBOT';

/** The person who signs in. */
export const LOGIN = { loginName: 'ada@gatehouse.localhost' };

export class GuideApplications {
  private constructor(
    readonly service: TestService,
    readonly reader: Reader,
    /** Where the server of pages is, and where the application in the browser is. */
    readonly app: string,
    readonly spa: string,
    readonly personId: string,
  ) {}

  static async register(): Promise<GuideApplications> {
    const service = await startService();
    const app = `http://127.0.0.1:${await freePort()}`;
    const spa = `http://127.0.0.1:${await freePort()}`;
    const reader = new Reader({ 'http://localhost:8080': service.url, 'http://localhost:3000': app, 'http://localhost:5173': spa });
    reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
    for (const block of blocksUnder(REGISTRATION, '## Register it', 'sh')) await reader.type(block);
    for (const section of ['## Protect an API', '## A service that calls an API'])
      for (const block of blocksUnder(PROGRAMS, section, 'sh').filter((text) => /(^|\$\()admin /m.test(text))) await reader.type(block);
    const name = { givenName: 'Ada', familyName: 'Lovelace' };
    const { id } = await createPerson(service, { userName: 'ada', name, password: PASSWORD });
    const path = `/admin/v1/organizations/${service.credentials.orgId}/projects/${reader.valueOf('PROJECT')}/authorizations`;
    await service.call('POST', path, { holderId: id, roleKeys: ['editor'] });
    return new GuideApplications(service, reader, app, spa, id);
  }

  /** What the programs read from the environment. */
  settings(client: Client): Record<string, string> {
    return {
      ISSUER: this.service.url,
      CLIENT_ID: this.reader.valueOf(`${client}_ID`),
      ...(client === 'NATIVE' ? {} : { CLIENT_SECRET: this.reader.valueOf(`${client}_SECRET`) }),
      SESSION_SECRET,
      APP_URL: this.app,
      PROJECT_ID: this.reader.valueOf('PROJECT'),
    };
  }

  /** Saves files of the pages under their names. */
  save(...names: string[]): void {
    for (const name of names) this.reader.save(name, fileIn(PROGRAMS, name));
  }

  /** Starts a program with the settings of a client. */
  start(command: readonly string[], client: Client, env: Record<string, string> = {}) {
    const [program = '', ...args] = command;
    return this.reader.start(program, args, { ...this.settings(client), ...env });
  }

  /** Saves one file, and starts it. */
  startFile(name: string, client: Client, env: Record<string, string> = {}, command = [process.execPath]) {
    this.save(name);
    return this.start([...command, name], client, env);
  }

  signIn(path = '/login') {
    return signInAt({ url: this.app, path }, this.service, LOGIN);
  }

  /** A server of pages as people use it: signs in, reads, and signs out here as well. @param path what starts a sign-in */
  async use(path = '/login'): Promise<void> {
    const { app, service } = this;
    const { here, there } = await this.signIn(path);
    const text = async (address: string) => (await here.open(app + address)).html ?? '';
    expect(await text('/')).toContain('Ada Lovelace');
    expect(JSON.parse(await text('/profile'))).toMatchObject({ name: 'Ada Lovelace', preferred_username: LOGIN.loginName });
    expect(await text('/edit')).toBe('You may edit.');
    const home = await here.open(`${app}/`);
    const hasForm = home.html?.includes('<form') ?? false;
    const left = await (hasForm ? here.submitButton(home, 'Sign out') : here.open(`${app}/logout`, { method: 'POST' }));
    expect(left.url).toMatch(`${service.url}/oidc/v1/end_session`);
    expect((await there.open(left.url)).url).toBe(`${app}/`);
    expect((await here.open(`${app}/edit`)).url).toMatch(`${service.url}/oauth/v2/authorize`);
    // The session here is over as well: the next sign-in asks for the password.
    expect((await there.open((await here.open(app + path)).url)).html).toContain('name="loginName"');
  }

  async leave(): Promise<void> {
    await this.reader.leave();
    await this.service.close();
  }
}
