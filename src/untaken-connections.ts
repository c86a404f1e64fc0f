// Handles connections that were passed to a worker which ended before accepting them.
import type { ChildProcess } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** The message that node:cluster sends with a connection, and the worker's answer. */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
}

/**
 * Closes such connections when the worker ends. node:cluster waits for the worker's answer even if the worker is dead, and keeps its own
 * copy of the connection open until then. The client would wait forever.
 */
export function closeUntakenConnections({ process: child }: Pick<Worker, 'process'>): void {
  const untaken = new Map<number, { close(): void }>();
  const send = child.send.bind(child) as (...parts: unknown[]) => boolean;
  child.send = ((message: ClusterMessage, connection?: { close(): void }, ...rest: unknown[]) => {
    if (message.act === 'newconn' && message.seq !== undefined && connection) untaken.set(message.seq, connection);
    return send(message, connection, ...rest);
  }) as ChildProcess['send'];
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) untaken.delete(ack);
  });
  child.once('exit', () => {
    for (const connection of untaken.values()) connection.close();
  });
}
