// A TCP proxy before the database server that breaks a connection at its COMMIT, before or after the server has seen it.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** Breaks the next connection that sends COMMIT. `after`: the server gets it and answers nobody. `before`: it never arrives. */
  cutNextCommit(when: 'before' | 'after'): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(host: string, port: number): Promise<CuttingProxy> {
  let armed: 'before' | 'after' | undefined;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    client.on('data', (chunk) => {
      const when = chunk.includes('COMMIT') ? armed : undefined;
      if (when !== 'before') upstream.write(chunk);
      if (!when) return;
      armed = undefined;
      upstream.unpipe(client);
      client.destroy();
      // The server finishes what it got; with `before` it finds the connection gone and rolls back.
      setTimeout(() => upstream.destroy(), 50);
    });
    upstream.pipe(client);
    client.on('close', () => setTimeout(() => upstream.destroy(), 100));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutNextCommit: (when) => (armed = when),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
