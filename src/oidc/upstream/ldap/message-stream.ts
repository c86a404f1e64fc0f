// Cuts what a directory sends into LDAP messages, within limits.
import type { Socket } from 'node:net';
import { UpstreamError } from '../upstream.js';
import { messageLength } from './ldap-answers.js';

export interface StreamLimits {
  maxMessageBytes: number;
  /** Of a whole connection. */
  maxBytes: number;
}

/** The fewest bytes from which the length of a message may be read. */
const SHORTEST = 2;
/** The most bytes before the content of a message (RFC 4511 section 5.1). */
const LONGEST_HEADER = 6;

export class MessageStream {
  private readonly messages: Buffer[] = [];
  private chunks: Buffer[] = [];
  private size = 0;
  private needed = SHORTEST;
  private total = 0;
  private failure: UpstreamError | undefined;
  private waiting: { resolve: (message: Buffer) => void; reject: (error: UpstreamError) => void } | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly limits: StreamLimits,
  ) {
    socket.on('data', this.add).on('error', this.endWith).on('close', this.close);
  }

  /** The next message. @throws UpstreamError when the connection ends first, or a limit is reached */
  next(): Promise<Buffer> {
    const message = this.messages.shift();
    if (message) return Promise.resolve(message);
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => (this.waiting = { resolve, reject }));
  }

  /** Leaves the connection to another reader. @returns whether the directory has sent nothing that was not read */
  detach(): boolean {
    this.socket.off('data', this.add).off('error', this.endWith).off('close', this.close);
    return this.messages.length === 0 && this.size === 0;
  }

  private readonly add = (chunk: Buffer): void => {
    this.total += chunk.length;
    this.size += chunk.length;
    this.chunks.push(chunk);
    try {
      if (this.total > this.limits.maxBytes) throw new UpstreamError('invalid', 'The directory sends more than is read of it.');
      while (this.size >= this.needed) this.cut();
    } catch (error) {
      this.fail(error as UpstreamError);
    }
  };

  /** Takes one message out of the bytes, or finds how many more it needs. So a byte is copied a few times, however the bytes arrive. */
  private cut(): void {
    const bytes = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
    this.chunks = [bytes];
    const length = messageLength(bytes);
    if (length === undefined) {
      this.needed = Math.min(this.size + 1, LONGEST_HEADER);
      return;
    }
    if (length > this.limits.maxMessageBytes) throw new UpstreamError('invalid', 'The directory sent a message that is too large.');
    this.needed = length;
    if (this.size < length) return;
    this.chunks = [bytes.subarray(length)];
    this.size -= length;
    this.needed = SHORTEST;
    this.deliver(bytes.subarray(0, length));
  }

  private deliver(message: Buffer): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) waiting.resolve(message);
    else this.messages.push(message);
  }

  private readonly endWith = (error: Error): void => this.fail(new UpstreamError('unreachable', `The connection broke: ${error.message}.`));
  private readonly close = (): void => this.fail(new UpstreamError('unreachable', 'The directory closed the connection.'));

  private fail(error: UpstreamError): void {
    if (this.failure) return;
    this.failure = error;
    this.detach();
    this.socket.destroy();
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}
