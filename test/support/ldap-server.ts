// A directory that a test plays: it answers each request with the bytes that the test gives it, broken ones too.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Ber, BerReader, BerWriter, FilterParser, type Filter } from 'ldapts';

export const BIND = 0x60;
export const UNBIND = 0x42;
export const SEARCH = 0x63;
export const EXTENDED = 0x77;
const BIND_RESPONSE = 0x61;
const ENTRY = 0x64;
const DONE = 0x65;
const REFERENCE = 0x73;
const EXTENDED_RESPONSE = 0x78;

export interface LdapRequest {
  /** The number of the connection, from 1. */
  connection: number;
  id: number;
  operation: number;
  /** Of a bind. */
  dn?: string;
  password?: string;
  /** Of a search. */
  baseDn?: string;
  /** 0: the entry alone (RFC 4511 section 4.5.1.2). */
  scope?: number;
  filter?: Filter;
}

/** The bytes to send. The test may use the connection instead. */
export type Answer = (request: LdapRequest, socket: Socket) => Buffer | undefined;

export interface LdapServer {
  port: number;
  url: string;
  connections(): number;
  requests: LdapRequest[];
  close(): Promise<void>;
}

/** @param host the address that it listens at */
export async function startLdapServer(answer: Answer, host = '127.0.0.1'): Promise<LdapServer> {
  const requests: LdapRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    const connection = ++connections;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // A request of this client is one packet on loopback, and the next one waits for its answer.
    socket.on('data', (bytes) => {
      for (const request of readRequests(bytes, connection)) {
        requests.push(request);
        const bytesOfAnswer = request.operation === UNBIND ? undefined : answer(request, socket);
        if (bytesOfAnswer) socket.write(bytesOfAnswer);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `ldap://127.0.0.1:${port}`,
    connections: () => connections,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function readRequests(bytes: Buffer, connection: number): LdapRequest[] {
  const requests: LdapRequest[] = [];
  // What comes after StartTLS is not LDAP.
  for (let rest = bytes; rest[0] === 0x30;) {
    const reader = new BerReader(rest);
    reader.readSequence();
    const end = reader.offset + reader.length;
    const id = reader.readInt() ?? 0;
    const operation = reader.readSequence() ?? 0;
    requests.push({ connection, id, operation, ...contentOf(operation, reader) });
    rest = rest.subarray(end);
  }
  return requests;
}

function contentOf(operation: number, reader: BerReader): Partial<LdapRequest> {
  if (operation === BIND) {
    reader.readInt();
    return { dn: reader.readString() ?? '', password: reader.readString(Ber.Context) ?? '' };
  }
  if (operation !== SEARCH) return {};
  const baseDn = reader.readString() ?? '';
  const scope = reader.readEnumeration() ?? -1;
  reader.readEnumeration();
  for (const _ of ['size', 'time']) reader.readInt();
  reader.readBoolean();
  return { baseDn, scope, filter: FilterParser.parse(reader) };
}

function message(id: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  write(writer);
  writer.endSequence();
  return Buffer.from(writer.buffer);
}

/** @param policyError `error` of the password policy control */
function result(tag: number, id: number, code: number, diagnostic = '', policyError?: number): Buffer {
  return message(id, (writer) => {
    writer.startSequence(tag);
    writer.writeEnumeration(code);
    writer.writeString('');
    writer.writeString(diagnostic);
    writer.endSequence();
    if (policyError === undefined) return;
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString('1.3.6.1.4.1.42.2.27.8.5.1');
    writer.writeBuffer(Buffer.from([0x30, 3, 0x81, 1, policyError]), Ber.OctetString);
    writer.endSequence();
    writer.endSequence();
  });
}

export const bound = ({ id }: LdapRequest, code = 0, diagnostic = '', policyError?: number): Buffer =>
  result(BIND_RESPONSE, id, code, diagnostic, policyError);
export const extended = ({ id }: LdapRequest, code = 0): Buffer => result(EXTENDED_RESPONSE, id, code);
export const done = ({ id }: LdapRequest, code = 0, diagnostic = ''): Buffer => result(DONE, id, code, diagnostic);

export function entry({ id }: LdapRequest, dn: string, attributes: Readonly<Record<string, ReadonlyArray<string | Buffer>>>): Buffer {
  return message(id, (writer) => {
    writer.startSequence(ENTRY);
    writer.writeString(dn);
    writer.startSequence();
    for (const [type, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(type);
      writer.startSequence(0x31);
      for (const value of values) writer.writeBuffer(Buffer.from(value as string), Ber.OctetString);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
    writer.endSequence();
  });
}

export function reference({ id }: LdapRequest, url: string): Buffer {
  return message(id, (writer) => {
    writer.startSequence(REFERENCE);
    writer.writeString(url);
    writer.endSequence();
  });
}
