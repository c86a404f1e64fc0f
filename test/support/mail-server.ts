// A real SMTP server on loopback that keeps what it gets, and can be told to refuse.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it came: headers, an empty line, body. */
  raw: string;
}

export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** How many conversations reached the recipient. */
  attempts(): number;
  /** Answers every recipient with this code from now on; undefined: takes everything. */
  refuseWith(code: number | undefined): void;
  close(): Promise<void>;
}

export interface MailServerFacts {
  port?: number;
  user?: { name: string; password: string };
  /** Says hello and then nothing any more. */
  silent?: boolean;
  /** Offers STARTTLS with a certificate nobody knows. */
  tls?: boolean;
}

export async function startMailServer({ port = 0, user, silent, tls }: MailServerFacts = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let [code, attempts] = [undefined as number | undefined, 0];
  const server = new SMTPServer({
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    authOptional: !user,
    allowInsecureAuth: true,
    // A pool keeps its connection open for ten seconds: the server does not wait for that when it closes.
    closeTimeout: 1,
    onAuth: ({ username, password }, _, done) =>
      username === user?.name && password === user?.password ? done(null, { user: username }) : done(new Error('Invalid login')),
    onRcptTo(address, _, done) {
      attempts++;
      if (silent) return;
      // What servers say: the address, and whatever else they like.
      if (code !== undefined) return done(Object.assign(new Error(`<${address.address}> will not have it`), { responseCode: code }));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    attempts: () => attempts,
    refuseWith: (next) => (code = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The decoded text part of a message of nodemailer, and its headers with folded lines joined. */
export function readMail({ raw }: ReceivedMail): { headers: Record<string, string>; text: string; html: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : rest.join('\r\n\r\n').split(`--${boundary}`);
  const part = (type: string) => {
    const found = parts.find((one) => new RegExp(`content-type: ${type}`, 'i').test(one)) ?? '';
    const at = found.indexOf('\r\n\r\n');
    return decode(headersOf(found.slice(0, at))['content-transfer-encoding'] ?? '', found.slice(at + 4));
  };
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function headersOf(head: string): Record<string, string> {
  const lines = head
    .trim()
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

function decode(encoding: string, body: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(encoding)) return body;
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
