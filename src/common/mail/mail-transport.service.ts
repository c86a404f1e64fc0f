// The transport of mail: a mail server, or a folder for development.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { MailServer, Settings } from '../settings/settings.js';
import type { Mail } from './mail-outbox.service.js';

const CONNECTIONS = 2;
/** Timeout of each step of the SMTP conversation. */
const STEP_TIMEOUT_MS = 10_000;

/** A failed delivery, described without any content of the mail: a server's own message may repeat an address or the text. */
export class MailFailure extends Error {
  /** @param permanent the server will never accept this mail; retrying is pointless */
  constructor(
    readonly reason: string,
    readonly permanent: boolean,
  ) {
    super(reason);
    this.name = 'MailFailure';
  }
}

@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly log = new Logger(MailTransport.name);
  private readonly transporter: Transporter | undefined;

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {
    const { server } = settings.mail;
    this.transporter = server && connect(server);
  }

  onApplicationShutdown(): void {
    this.transporter?.close();
  }

  /** Sends one mail. `no` is its number, the same for every attempt, so that mail programs can detect duplicates. @throws MailFailure */
  async sendMail(no: number, mail: Mail): Promise<void> {
    if (!this.transporter) return this.writeFile(no, mail);
    const { from } = this.settings.mail;
    try {
      await this.transporter.sendMail({
        from,
        // As objects, so that nothing in an address is parsed.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        messageId: `<mail-${no}@${new URL(this.settings.publicUrl).hostname}>`,
        // RFC 3834 section 5: prevents automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Connects to the mail server and signs in, without sending anything; does nothing without a server. @throws MailFailure */
  async assertReachable(): Promise<void> {
    await this.transporter?.verify().catch((error: unknown) => {
      throw failureOf(error);
    });
  }

  private async writeFile(no: number, { to, subject, text }: Mail): Promise<void> {
    const folder = join(this.settings.dataDir, 'outbox');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${no}.txt`);
    await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
    this.log.log(`Mail written to ${file}`);
  }
}

function connect({ host, port, tls, verifyCertificate, auth }: MailServer): Transporter {
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    tls: { rejectUnauthorized: verifyCertificate, minVersion: 'TLSv1.2' },
    ...(auth ? { auth } : {}),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
  });
}

/** RFC 5321 section 4.2.1: a 5xx reply to the envelope or the message is final; a refused login is our own mistake and can be fixed. */
function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const reason = [typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'UNKNOWN', ...(status ? [status] : [])].join(' ');
  const final = status !== undefined && status >= 500 && status < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return new MailFailure(reason, final);
}
