// Delivers lines of the audit stream: appends them to a file, or posts them to a web address. Resolves once the target has stored them durably.
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, syncIfReadable } from '../../common/files/durable-files.js';
import { postSigned } from '../../common/http/outbound/signed-post.js';
import type { AuditTarget } from '../../common/settings/settings.js';

const TIMEOUT_MS = 10_000;
const LINE_FEED = 0x0a;

/**
 * @param signal aborts the wait for a web address.
 * @throws Error if the target did not confirm the lines; it may have stored them, so they are sent again
 */
export async function deliverLines(target: AuditTarget, lines: readonly string[], nowMs: number, signal: AbortSignal): Promise<void> {
  const body = lines.map((line) => `${line}\n`).join('');
  if ('file' in target) await appendDurably(target.file, body);
  else {
    const status = await postSigned(target, { type: 'application/x-ndjson', text: body, nowMs, timeoutMs: TIMEOUT_MS, signal });
    if (status < 200 || status > 299) throw new Error(`The target of the audit stream answered ${status}.`);
  }
}

async function appendDurably(name: string, body: string): Promise<void> {
  await makeFolder(dirname(name));
  // Opened anew for each batch, so that a file renamed by log rotation gets no more lines.
  const file = await open(name, 'a', 0o600);
  try {
    const stat = await file.stat();
    // A pipe or a device has no end.
    const size = stat.isFile() ? stat.size : undefined;
    // The file may be new: its name must be durable before its first line is.
    if (size === 0) await syncIfReadable(dirname(name));
    // A full disk or a crash may leave a partial line, which must not merge with the first line of this batch.
    await file.appendFile(size && (await endsInsideLine(name, size)) ? `\n${body}` : body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function endsInsideLine(name: string, size: number): Promise<boolean> {
  // The end of an append-only file cannot be read.
  const read = await open(name, 'r').catch((error: NodeJS.ErrnoException) => (error.code === 'EACCES' ? undefined : Promise.reject(error)));
  if (!read) return false;
  try {
    const { buffer } = await read.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== LINE_FEED;
  } finally {
    await read.close();
  }
}
