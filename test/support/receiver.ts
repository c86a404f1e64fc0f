// An application's server that is told of sign-outs: a real one, on this machine.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  form: URLSearchParams;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on; `silence` never answers. */
  answer: { status: number; headers?: Record<string, string>; body?: string } | 'silence' | 'endless';
  /** The first notices, once there are as many. */
  wait(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const waiting: Array<() => void> = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      receiver.received.push({ method, url, headers, body, form: new URLSearchParams(body) });
      for (const look of waiting) look();
      const { answer } = receiver;
      if (answer === 'silence') return;
      if (answer === 'endless') {
        response.writeHead(200);
        const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
        return void response.on('close', () => clearInterval(more));
      }
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: { status: 200 },
    wait: (count) =>
      new Promise((done) => {
        const look = () => {
          if (receiver.received.length >= count) done(receiver.received.slice(0, count));
        };
        waiting.push(look);
        look();
      }),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return receiver;
}
