// A service with a real mail server beside it, whose letters are read as a person reads them: codes and links are taken out of them.
import { startMailServer, readMail, type MailServer } from './mail-server.js';
import { noteSecret } from './secrets.js';
import { startService, startTwin, type TestService } from './service.js';

/** A service whose mail goes to a server that keeps it. */
export interface MailedService extends TestService {
  mailServer: MailServer;
}

const smtpTo = ({ port }: MailServer) => ({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Gatehouse <no-reply@example.com>' });

/** The service, and on a database server another process of it. */
export async function withTwin(service: MailedService): Promise<TestService[]> {
  const twin = await startTwin(service, smtpTo(service.mailServer));
  return twin ? [service, twin] : [service];
}

export async function startMailedService(env: Record<string, string> = {}): Promise<MailedService> {
  const mailServer = await startMailServer();
  const service = await startService({ ...smtpTo(mailServer), ...env });
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

const MAX_WAIT_MS = 30_000;

/** The letters that came to an address, oldest first, once there are at least `count`. */
export async function lettersTo({ mailServer }: Pick<MailedService, 'mailServer'>, address: string, count = 1): Promise<Letter[]> {
  const found = () => mailServer.received.filter(({ to }) => to.includes(address));
  for (const end = Date.now() + MAX_WAIT_MS; found().length < count; await new Promise((resolve) => setTimeout(resolve, 25)))
    if (Date.now() > end) throw new Error(`${found().length} letters came to ${address} instead of ${count}.`);
  return found().map((mail) => {
    const { headers, text, html } = readMail(mail);
    const code = /\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/.exec(text)?.[0] ?? '';
    for (const one of [code, code.replace('-', '')]) noteSecret('mailed code', one);
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
