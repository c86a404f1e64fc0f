// Connections to mail servers, and the classification of their failures.
import type { Transporter } from 'nodemailer';
import type { MailServer } from '../settings/values.js';

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

/** Loads the library with the first mail, because many services send none. @param pool keeps connections for further mails */
export async function connectTo({ host, port, tls, verifyCertificate, auth }: MailServer, pool: boolean): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...(pool ? { pool: true, maxConnections: CONNECTIONS } : {}),
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

/** Connects to a mail server and signs in, without sending a mail. @throws MailFailure */
export async function assertReachable(server: MailServer): Promise<void> {
  const transporter = await connectTo(server, false);
  try {
    await transporter.verify();
  } catch (error) {
    throw failureOf(error);
  } finally {
    transporter.close();
  }
}

/**
 * RFC 5321 section 4.2.1: a 5xx reply to the envelope or the message is final. A refused login is a configuration error and can be fixed.
 */
export function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  const reason = [typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'UNKNOWN', ...(status ? [status] : [])].join(' ');
  const final = status !== undefined && status >= 500 && status < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return new MailFailure(reason, final);
}
