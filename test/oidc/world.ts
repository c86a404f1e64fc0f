// What the tests of the OAuth endpoints share: an organization with a person and applications, and a browser made of fetch.
import { randomUUID } from 'node:crypto';
import { Database } from '../../src/common/database/database.js';
import { Applications, Projects, type CreatedApplication } from '../../src/oidc/clients/applications.service.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Organizations, type Organization } from '../../src/users/organizations/organizations.service.js';
import { Passwords } from '../../src/users/passwords/passwords.service.js';
import { People } from '../../src/users/people/people.service.js';
import { emptyPerson, type Person, type PersonValues } from '../../src/users/people/person.js';
import type { Answer, HttpService, TestService } from '../support/service.js';

const EDITOR = 'test';
export const PASSWORD = 'Correct-Horse-7';
export const REDIRECT_URI = 'https://app.example/callback';

export interface World {
  organization: Organization;
  projectId: string;
  person: Person;
  /** userName@primaryDomain */
  loginName: string;
  addPerson(values: Partial<PersonValues>): Promise<Person>;
  addApplication(input?: Partial<NewApplication>): Promise<CreatedApplication>;
}

const hashes = new Map<number, Promise<string>>();

/** Made once: hashing takes longer than everything else a test needs a person for. */
function hashOfPassword(service: TestService): Promise<string> {
  const { passwordHashCost: cost } = service.settings;
  const hash = hashes.get(cost) ?? service.get(Passwords).hash(PASSWORD, { worth: 'signIn' });
  hashes.set(cost, hash);
  return hash;
}

/** An organization of its own, so that tests do not see each other's people. */
export async function makeWorld(service: TestService): Promise<World> {
  const domain = `${randomUUID().slice(0, 8)}.example`;
  const organization = await service.get(Organizations).create({ name: 'Example', primaryDomain: domain }, EDITOR);
  const project = await service.get(Projects).create(organization.no, { name: 'Portal' }, EDITOR);
  const addPerson = async (given: Partial<PersonValues>) => {
    const values = { ...emptyPerson(), userName: 'nobody', ...given };
    const passwordHash = await hashOfPassword(service);
    return service
      .get(Database)
      .write('add person', (tx) => service.get(People).createIn(tx, organization, { values, passwordHash }, EDITOR));
  };
  return {
    organization,
    projectId: project.id,
    person: await addPerson({
      userName: 'bjensen',
      givenName: 'Barbara',
      familyName: 'Jensen',
      emails: [{ value: `bjensen@${domain}`, primary: true }],
      phoneNumbers: [{ value: '+15555555' }],
      addresses: [{ streetAddress: '100 Universal City Plaza', country: 'USA' }],
    }),
    loginName: `bjensen@${domain}`,
    addPerson,
    addApplication: (input = {}) =>
      service.get(Applications).create(organization.no, project.id, { name: 'App', redirectUris: [REDIRECT_URI], ...input }, EDITOR),
  };
}

/** Where a browser ended: a page of this service, or an address of somewhere else, which is not opened. */
export interface Page {
  page?: Response;
  html?: string;
  url: string;
}

/** An answer of the authorization endpoint, however it is delivered. */
export function answerOf({ html, url }: Page): { mode: string; address: string; members: Record<string, string> } {
  const form = /<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/.exec(html ?? '');
  if (form) return { mode: 'form_post', address: unescape(form[1] ?? ''), members: hiddenFields(form[2] ?? '') };
  const { origin, pathname, search, hash } = new URL(url);
  return {
    mode: hash ? 'fragment' : 'query',
    address: `${origin}${pathname}`,
    members: Object.fromEntries(new URLSearchParams(hash ? hash.slice(1) : search)),
  };
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input\b((?:[^>"]|"[^"]*")*)>/g)].map(([, attributes = '']) => attributesOf(attributes));
  return Object.fromEntries(inputs.filter(({ type }) => type === 'hidden').map(({ name = '', value = '' }) => [name, value]));
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescape(value)]));
}

function unescape(html: string): string {
  return html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A browser without scripts: it keeps cookies by path and follows redirects of one origin. */
export class Browser {
  /** By name and path, as browsers keep them (RFC 6265 section 5.3). */
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();

  private stop: RegExp | undefined;

  /** @param headers sent with every request */
  constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Makes it stop before it follows a redirect to such an address. */
  stopBefore(address: RegExp | undefined): void {
    this.stop = address;
  }

  /** Follows redirects until a page, or until an address of somewhere else. */
  async open(url: string, init: RequestInit = {}): Promise<Page> {
    let [address, request] = [url, init];
    for (let hops = 0; hops < 10; hops++) {
      const stops = hops > 0 && this.stop?.test(address);
      if (stops || new URL(address).origin !== this.origin) return { url: address };
      const response = await this.fetch(address, request);
      const location = response.headers.get('location');
      if (!location) return { page: response, html: await response.text(), url: address };
      [address, request] = [new URL(location, address).href, {}];
    }
    throw new Error(`Too many redirects from ${url}`);
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const cookie = this.cookieHeader(new URL(url).pathname);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...this.headers, ...(init.headers as Record<string, string>), ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** What it sends to a path. */
  cookieHeader(pathname: string): string {
    return [...this.cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  cookieNames(): string[] {
    return [...new Set([...this.cookies.values()].map(({ name }) => name))];
  }

  /** Takes cookies of another browser for its own. */
  plant(from: Browser, name: RegExp): void {
    for (const [key, cookie] of from.cookies) if (name.test(cookie.name)) this.cookies.set(key, cookie);
  }

  forget(name: RegExp): void {
    for (const [key, cookie] of this.cookies) if (name.test(cookie.name)) this.cookies.delete(key);
  }

  /** Fills in the login form of a page. */
  submit(page: { html?: string; url: string }, loginName: string, password: string, headers: Record<string, string> = {}) {
    const action = /<form method="post" action="([^"]+)"/.exec(page.html ?? '')?.[1]?.replaceAll('&amp;', '&');
    if (!action) throw new Error(`There is no form on ${page.url}: ${page.html}`);
    return this.open(new URL(action, page.url).href, { method: 'POST', body: new URLSearchParams({ loginName, password }), headers });
  }

  /**
   * Presses the button that says `label`, or holds it, with the hidden fields of its form.
   * @param headers what the browser would tell of where the form comes from
   * @param beside a text that stands in the same form
   */
  submitButton(page: Page, label: string, headers: Record<string, string> = {}, beside = ''): Promise<Page> {
    const forms = [...(page.html ?? '').matchAll(/<form\b[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)];
    for (const [, action = '', content = ''] of forms) {
      if (!unescape(content).includes(beside)) continue;
      for (const [, attributes = '', text = ''] of content.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)) {
        if (!unescape(text.replaceAll(/<[^>]+>/g, ' ')).includes(label)) continue;
        const own = attributesOf(attributes);
        const body = new URLSearchParams({ ...hiddenFields(content), ...(own.name ? { [own.name]: own.value ?? '' } : {}) });
        return this.open(new URL(unescape(action), page.url).href, { method: 'POST', body, headers });
      }
    }
    throw new Error(`There is no button "${label}" on ${page.url}: ${page.html}`);
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice('path='.length) ?? '/';
    const gone = attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute));
    const key = `${pair.slice(0, at)} ${path}`;
    if (gone) this.cookies.delete(key);
    else this.cookies.set(key, { name: pair.slice(0, at), value: pair.slice(at + 1), path });
  }
}

/** Sends a form to an OAuth endpoint, with client authentication by header when a secret is given. */
export function post(
  service: HttpService,
  path: string,
  form: Record<string, string> | string[][],
  client?: { clientId: string; clientSecret?: string },
): Promise<Answer> {
  const basic = client?.clientSecret && `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
  const body = new URLSearchParams(form);
  if (client && !basic) body.set('client_id', client.clientId);
  return service.call('POST', path, body.toString(), {
    token: null,
    type: 'application/x-www-form-urlencoded',
    headers: basic ? { authorization: basic } : {},
  });
}

export function userinfo(service: HttpService, token: string): Promise<Answer> {
  return service.call('GET', '/oidc/v1/userinfo', undefined, { token });
}
