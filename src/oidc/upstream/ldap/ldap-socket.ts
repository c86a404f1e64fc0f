// Opens an encrypted connection to a directory. The client of ldapts is not used: when a connection with StartTLS is cut, it connects again in
// clear and sends the password there, and it takes bytes from before the encryption for answers.
import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ExtendedRequest } from 'ldapts';
import { assertAllowedLiteral, guardedLookup, PrivateAddressError } from '../../../common/http/outbound/guarded-lookup.js';
import type { LdapConnection } from '../../../users/authentication/identity-providers/ldap-connection.js';
import { UpstreamError } from '../upstream.js';
import { EXTENDED_RESPONSE, readAnswer, resultOf } from './ldap-answers.js';
import { MessageStream, type StreamLimits } from './message-stream.js';

const PORTS: Readonly<Record<string, number>> = { 'ldap:': 389, 'ldaps:': 636 };
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** RFC 4511 section 4.14.1. */
const START_TLS = '1.3.6.1.4.1.1466.20037';

export interface SocketOptions extends Pick<LdapConnection, 'startTls' | 'certificate'>, StreamLimits {
  /** Whether the directory may be on this machine or in a private network. */
  allowPrivate: boolean;
  /** Ends the attempt to connect and to encrypt. */
  connecting: AbortSignal;
  /** Ends the connection, whatever it does. */
  signal: AbortSignal;
}

/** @returns a connection on which nothing was sent @throws UpstreamError */
export async function connectLdap(target: string, { allowPrivate, connecting, signal }: SocketOptions): Promise<Socket> {
  const url = new URL(target);
  try {
    assertAllowedLiteral(url, allowPrivate);
  } catch (error) {
    throw connectFault(error, hostOf(url), connecting);
  }
  const port = Number(url.port) || PORTS[url.protocol] || 0;
  const socket = connectTcp({ host: hostOf(url), port, lookup: guardedLookup(allowPrivate) });
  // Errors are read where the connection is awaited or read; an error that nothing reads must not end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal: connecting });
  } catch (error) {
    socket.destroy();
    throw connectFault(error, hostOf(url), connecting);
  }
  closeOn(signal, socket);
  return socket;
}

/** @returns the connection, encrypted with a validated certificate; a connection to this machine may stay in clear @throws UpstreamError */
export async function encryptLdap(socket: Socket, target: string, options: SocketOptions): Promise<Socket> {
  const url = new URL(target);
  try {
    if (url.protocol === 'ldap:' && !options.startTls) return assertLoopback(socket);
    if (url.protocol === 'ldap:') await requestTls(socket, options);
    return await encrypt(socket, hostOf(url), options);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function closeOn(signal: AbortSignal, socket: Socket): void {
  const close = () => void socket.destroy(new Error('no answer in time'));
  signal.addEventListener('abort', close);
  socket.once('close', () => signal.removeEventListener('abort', close));
  if (signal.aborted) close();
}

/** A name such as `localhost` leads where the machine says. */
function assertLoopback(socket: Socket): Socket {
  if (LOOPBACK.has(socket.remoteAddress ?? '')) return socket;
  throw new UpstreamError('misconfigured', 'Passwords are sent in clear only to this machine: use ldaps:// or startTls.');
}

/** Nothing else is sent before the encryption, and nothing that came before it is read after it. */
async function requestTls(socket: Socket, options: SocketOptions): Promise<void> {
  const messages = new MessageStream(socket, options);
  const late = () => void socket.destroy(new Error('no answer in time'));
  options.connecting.addEventListener('abort', late);
  try {
    socket.write(new ExtendedRequest({ messageId: 1, oid: START_TLS }).write());
    const answer = readAnswer(await messages.next());
    if (answer.kind !== EXTENDED_RESPONSE) throw new UpstreamError('invalid', 'The directory did not answer StartTLS.');
    const { code } = resultOf(answer);
    if (code !== 0)
      throw new UpstreamError(
        'misconfigured',
        `The directory refuses StartTLS (result ${code}). Nothing was sent. Does it have a certificate?`,
      );
  } finally {
    options.connecting.removeEventListener('abort', late);
  }
  if (!messages.detach()) throw new UpstreamError('invalid', 'The directory sent more than its answer to StartTLS.');
}

async function encrypt(socket: Socket, host: string, { certificate, connecting: signal }: SocketOptions): Promise<Socket> {
  const encrypted = connectTls({
    socket,
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(certificate !== undefined && { ca: certificate }),
  });
  encrypted.on('error', () => undefined);
  try {
    await once(encrypted, 'secureConnect', { signal });
    return encrypted;
  } catch (error) {
    encrypted.destroy();
    throw encryptionFault(error, host, signal);
  }
}

/** The address of a name is only for the operator, so it isn't said. */
function connectFault(error: unknown, host: string, signal: AbortSignal): UpstreamError {
  if (error instanceof PrivateAddressError)
    return new UpstreamError(
      'misconfigured',
      `${host} is not at a public address. Private networks are used only if BACKCHANNEL_ALLOW_PRIVATE is set.`,
    );
  const { code } = error as NodeJS.ErrnoException;
  return new UpstreamError('unreachable', `No connection: ${signal.aborted || code === undefined ? reasonOf(error, signal) : code}.`);
}

/** What the network does is no fault of the settings; all others are about the certificate or TLS itself. */
const NETWORK = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function encryptionFault(error: unknown, host: string, signal: AbortSignal): UpstreamError {
  const reason = reasonOf(error, signal);
  if (signal.aborted || NETWORK.has((error as NodeJS.ErrnoException).code ?? ''))
    return new UpstreamError('unreachable', `No encryption: ${reason}.`);
  return new UpstreamError('misconfigured', `The certificate of ${host} is not accepted: ${reason}.`);
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  const { code, message } = error as NodeJS.ErrnoException;
  return [code, message]
    .filter((text) => text)
    .join(', ')
    .slice(0, 300);
}
