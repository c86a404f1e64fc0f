// A DNS server on a loopback address that knows TXT records (RFC 1035), over UDP.
import { createSocket, type RemoteInfo } from 'node:dgram';

export interface DnsServer {
  /** As a setting names it. */
  address: string;
  /** Texts by name; a text in several parts comes as a list. */
  texts: Map<string, Array<string | string[]>>;
  close(): Promise<void>;
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const texts: DnsServer['texts'] = new Map();
  socket.on('message', (query: Buffer, from: RemoteInfo) => socket.send(answer(query, texts), from.port, from.address));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

const HEADER = 12;
const TXT = 16;
/** The name of the question, as a pointer (RFC 1035 section 4.1.4). */
const SAME_NAME = [0xc0, HEADER];

function answer(query: Buffer, texts: DnsServer['texts']): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(HEADER, at + 5);
  const found = query.readUInt16BE(at + 1) === TXT ? (texts.get(labels.join('.').toLowerCase()) ?? []) : [];
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  // A response that recursed; code 3 where the name does not exist.
  header.writeUInt16BE(0x8180 | (found.length === 0 ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  return Buffer.concat([header, question, ...found.map(record)]);
}

function record(text: string | string[]): Buffer {
  const parts = Buffer.concat([text].flat().map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
  const head = Buffer.alloc(10);
  head.writeUInt16BE(TXT, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(parts.length, 8);
  return Buffer.concat([Buffer.from(SAME_NAME), head, parts]);
}
