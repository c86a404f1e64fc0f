// A TCP proxy before the database server that breaks a connection at a COMMIT or another statement, before or after the server has seen it, or
// keeps answers to itself.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface CuttingProxy {
  port: number;
  /** How many connections it has taken. */
  taken(): number;
  /** Breaks the next connections that send COMMIT. `after`: the server gets it and answers nobody. `before`: it never arrives. */
  cutNextCommit(...whens: Array<'before' | 'after'>): void;
  /** The same for the next `times` uses of a prepared statement whose text has `text`. */
  cutNext(text: string, when: 'before' | 'after', times?: number): void;
  /** From now on, who has sent `text` hears no answer to what comes next on that connection. */
  muteAfter(text: string): void;
  /** Whoever connects next hears nothing. @returns once somebody has */
  silenceNext(): Promise<void>;
  /** Everything that the server says on new connections arrives so much later. */
  delay(ms: number): void;
  /** The server greets new connections so much later; what it says afterwards is in time. */
  greetAfter(ms: number): void;
  close(): Promise<void>;
}

/** The commands of the protocol: the first byte after the header of a packet, which has four. */
const STMT_PREPARE = 0x16;
const STMT_EXECUTE = 0x17;

export async function startCuttingProxy(host: string, port: number): Promise<CuttingProxy> {
  let armed: Array<'before' | 'after'> = [];
  let statement: { text: string; when: 'before' | 'after'; times: number } | undefined;
  let muting: string | undefined;
  let silence: (() => void) | undefined;
  let delayMs = 0;
  let greetingMs = 0;
  const open = new Set<Socket>();
  let taken = 0;
  const server = createServer((client) => {
    taken++;
    const isSilent = silence !== undefined;
    silence?.();
    silence = undefined;
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    const answers =
      delayMs === 0
        ? upstream
        : upstream.pipe(new Transform({ transform: (chunk, _, done) => void setTimeout(done, delayMs, null, chunk) }));
    const prepared = new Map<number, string>();
    let isMute = false;
    client.on('data', (chunk: Buffer) => {
      if (isMute) answers.unpipe(client);
      isMute ||= muting !== undefined && chunk.includes(muting);
      if (chunk[4] === STMT_PREPARE)
        upstream.once('data', (answer: Buffer) => prepared.set(answer.readUInt32LE(5), chunk.subarray(5).toString()));
      const text = chunk[4] === STMT_EXECUTE ? (prepared.get(chunk.readUInt32LE(5)) ?? '') : '';
      const isMeant = statement !== undefined && statement.times > 0 && text.includes(statement.text);
      const when = isMeant ? statement?.when : chunk.includes('COMMIT') ? armed[0] : undefined;
      if (when !== 'before') upstream.write(chunk);
      if (!when) return;
      if (isMeant && statement) statement.times--;
      else armed.shift();
      answers.unpipe(client);
      client.destroy();
      // The server finishes what it got; with `before` it finds the connection gone and rolls back.
      setTimeout(() => upstream.destroy(), 50);
    });
    if (!isSilent) setTimeout(() => answers.pipe(client), greetingMs);
    // Also when the server resets it, which ends no pipe.
    upstream.on('close', () => client.end());
    client.on('close', () => setTimeout(() => upstream.destroy(), 100));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => taken,
    cutNextCommit: (...whens) => void (armed = whens),
    muteAfter: (text) => (muting = text),
    delay: (ms) => (delayMs = ms),
    greetAfter: (ms) => (greetingMs = ms),
    silenceNext: () => new Promise((resolve) => (silence = resolve)),
    cutNext: (text, when, times = 1) => (statement = { text, when, times }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
