// A browser made of fetch, for pages that need no script: it keeps cookies, follows redirects, fills in forms and presses their buttons.
import { noteAddress, noteAnswered, noteFields } from './secrets.js';

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

/** Where the header `Refresh` leads at once. */
export const refreshOf = ({ headers }: Pick<Response, 'headers'>): string | undefined =>
  /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1];

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
      const location = response.headers.get('location') ?? refreshOf(response);
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
    noteAddress(url);
    noteAnswered(response.headers);
    if (init.body instanceof URLSearchParams) noteFields(init.body);
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

/** What the hidden fields of form number `at` hold. */
export function hiddenOf({ html = '' }: Page, at = 0): Record<string, string> {
  return hiddenFields([...html.matchAll(/<form [\s\S]*?<\/form>/g)][at]?.[0] ?? '');
}

export function actionOf(page: Page, at = 0): string {
  const action = [...(page.html ?? '').matchAll(/<form method="post" action="([^"]+)"/g)][at]?.[1];
  if (action === undefined) throw new Error(`There is no form ${at} on ${page.url}: ${page.html}`);
  return new URL(unescape(action), page.url).href;
}

/** Fills in the form number `at` of a page and sends it. */
export function fill(
  browser: Browser,
  page: Page,
  fields: Record<string, string>,
  at = 0,
  headers: Record<string, string> = {},
): Promise<Page> {
  const body = new URLSearchParams({ ...hiddenOf(page, at), ...fields });
  return browser.open(actionOf(page, at), { method: 'POST', body, headers });
}

/** Follows the link of a page that has this text. */
export function follow(browser: Browser, page: Page, text: string): Promise<Page> {
  const link = [...(page.html ?? '').matchAll(/<a (?:class="[^"]*" )?href="([^"]+)">([^<]*)<\/a>/g)].find(([, , shown]) => shown === text);
  if (!link?.[1]) throw new Error(`There is no link "${text}" on ${page.url}: ${page.html}`);
  return browser.open(new URL(unescape(link[1]), page.url).href);
}
