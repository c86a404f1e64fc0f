// Pages as a person uses them: forms are filled in, mails are read from a real mail server, codes and links are taken out of them.
import { startMailServer, readMail, type MailServer } from './mail-server.js';
import { startService, type TestService } from './service.js';
import type { Browser } from '../oidc/world.js';

export type Page = Awaited<ReturnType<Browser['open']>>;

/** A service whose mail goes to a server that keeps it. */
export interface MailedService extends TestService {
  mailServer: MailServer;
}

export async function startMailedService(env: Record<string, string> = {}): Promise<MailedService> {
  const mailServer = await startMailServer();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'Gatehouse <no-reply@example.com>' };
  const service = await startService({ ...smtp, ...env });
  return {
    ...service,
    mailServer,
    async close() {
      await service.close();
      await mailServer.close();
    },
  };
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** Empty when there is none. */
  code: string;
  link: string;
}

const MAX_WAIT_MS = 10_000;

/** The letters that came to an address, oldest first, once there are at least `count`. */
export async function lettersTo({ mailServer }: Pick<MailedService, 'mailServer'>, address: string, count = 1): Promise<Letter[]> {
  const found = () => mailServer.received.filter(({ to }) => to.includes(address));
  for (const end = Date.now() + MAX_WAIT_MS; found().length < count; await new Promise((resolve) => setTimeout(resolve, 25)))
    if (Date.now() > end) throw new Error(`${found().length} letters came to ${address} instead of ${count}.`);
  return found().map((mail) => {
    const { headers, text, html } = readMail(mail);
    const code = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(text)?.[0] ?? '';
    return { subject: headers['subject'] ?? '', text, html, code, link: /https?:\S+/.exec(text)?.[0] ?? '' };
  });
}

/** The newest letter to an address, once there are `count`. */
export async function letterTo(service: Pick<MailedService, 'mailServer'>, address: string, count = 1): Promise<Letter> {
  const letter = (await lettersTo(service, address, count)).at(-1);
  if (!letter) throw new Error('There is no letter.');
  return letter;
}

/** Another code of the same form. */
export const wrong = (code: string) => `${code.startsWith('7') ? '8' : '7'}${code.slice(1)}`;

const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** What the hidden fields of a form hold. */
export function hiddenOf({ html = '' }: Page, at = 0): Record<string, string> {
  const form = [...html.matchAll(/<form [\s\S]*?<\/form>/g)][at]?.[0] ?? '';
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescape(value)]),
  );
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
