// Requests that no well-behaved client sends: any method, any header, any bytes. fetch would refuse most of them.
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

export interface RawRequest {
  method: string;
  /** Path and query, as they are. */
  target: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON, or undefined when it is not a JSON object. */
  json: Record<string, unknown> | undefined;
}

const agent = new Agent({ keepAlive: true });

export function sendRaw(origin: string, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } }, (response) =>
      resolve(readAnswer(response)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: objectOf(text) };
}

/** Sends bytes as they are, in pieces, and reads until the other side closes. */
export function sendBytes(origin: string, ...pieces: Array<string | Buffer>): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(Buffer.concat(chunks).toString());
    });
  });
}

function objectOf(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

export interface SlowRequest {
  answer: Promise<RawAnswer>;
  /** Sends the rest of the body. */
  finish(rest: string | Buffer): void;
}

/** A request whose headers and first bytes are sent now, and whose last ones with {@link SlowRequest.finish}. @param bytes of the whole body */
export function sendSlowly(origin: string, { method, target, headers, body = '' }: RawRequest, bytes: number): SlowRequest {
  const { hostname, port } = new URL(origin);
  const length = { 'content-length': String(bytes) };
  const sent = request({ agent, hostname, port, method, path: target, headers: { ...headers, ...length } });
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    sent.once('response', (response) => resolve(readAnswer(response)));
    sent.once('error', reject);
  });
  sent.write(body);
  return { answer, finish: (rest) => void sent.end(rest) };
}
