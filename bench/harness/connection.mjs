// One keep-alive connection, one request at a time. Node's own client would cost more than the fastest answers measured here.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const EMPTY = Buffer.alloc(0);
const ANSWER_MS = 60_000;

/**
 * @typedef {{ status: number, body: Buffer }} Answer
 * `status`: of a good answer, when it is not the row's.
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string, status?: number }} Request
 */

/** @param {Request} request @param {string} host @returns {Buffer} */
export function requestBytes({ method, path, headers = {}, body }, host) {
  const payload = body === undefined ? EMPTY : Buffer.from(body);
  const all = { host, ...headers, ...(body === undefined ? {} : { 'content-length': String(payload.length) }) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`), payload]);
}

export class Connection {
  /** @type {import('node:net').Socket | undefined} */
  #socket;
  /** @type {Buffer} */
  #received = EMPTY;
  /** @type {((error: Error | undefined, answer?: Answer) => void) | undefined} */
  #done;

  /** @param {string} host @param {number} port */
  constructor(host, port) {
    this.host = host;
    this.port = port;
  }

  /** @param {Buffer} bytes @param {(error: Error | undefined, answer?: Answer) => void} done */
  exchange(bytes, done) {
    this.#done = done;
    this.#socket ??= this.#open();
    this.#socket.write(bytes);
  }

  close() {
    this.#socket?.destroy();
  }

  #open() {
    const socket = connect({ host: this.host, port: this.port, noDelay: true });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`No answer within ${ANSWER_MS / 1000} s.`)));
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#finish(error));
    socket.on('close', () => {
      this.#socket = undefined;
      this.#received = EMPTY;
      this.#finish(new Error('The connection was closed before the answer.'));
    });
    return socket;
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = parse(this.#received);
    if (!answer) return;
    this.#received = EMPTY;
    this.#finish(undefined, answer);
  }

  /** @param {Error | undefined} error @param {Answer} [answer] */
  #finish(error, answer) {
    const done = this.#done;
    this.#done = undefined;
    done?.(error, answer);
  }
}

/** @param {Buffer} bytes @returns {Answer | undefined} undefined while the answer is not complete */
function parse(bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const from = end + HEAD_END.length;
  if (status === 204 || status === 304) return { status, body: EMPTY };
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const to = from + Number(length);
    return bytes.length < to ? undefined : { status, body: bytes.subarray(from, to) };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return chunked(bytes, from, status);
  throw new Error('The answer tells its length neither way.');
}

/** @param {Buffer} bytes @param {number} at @param {number} status @returns {Answer | undefined} */
function chunked(bytes, at, status) {
  const parts = [];
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const to = line + 2 + size;
    if (bytes.length < to + 2) return undefined;
    if (size === 0) return { status, body: Buffer.concat(parts) };
    parts.push(bytes.subarray(line + 2, to));
    at = to + 2;
  }
}
