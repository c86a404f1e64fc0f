// Hands lines of the audit stream over: appended to a file, or posted to a web address. Resolves once the target has them for good.
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { postSigned } from '../../common/http/signed-post.js';
import type { AuditTarget } from '../../common/settings/settings.js';

const TIMEOUT_MS = 10_000;
const LINE_FEED = 0x0a;

/** @param signal ends the wait for a web address. @throws Error if the target did not take them; it may have, so they come again */
export async function deliverLines(target: AuditTarget, lines: readonly string[], nowMs: number, signal: AbortSignal): Promise<void> {
  const body = lines.map((line) => `${line}\n`).join('');
  if ('file' in target) await appendDurably(target.file, body);
  else {
    const status = await postSigned(target, { type: 'application/x-ndjson', text: body, nowMs, timeoutMs: TIMEOUT_MS, signal });
    if (status < 200 || status > 299) throw new Error(`The target of the audit stream answered ${status}.`);
  }
}

async function appendDurably(name: string, body: string): Promise<void> {
  await mkdir(dirname(name), { recursive: true, mode: 0o700 });
  // Opened anew for each batch: a file that was renamed by rotation is not written to any more.
  const file = await open(name, 'a', 0o600);
  try {
    // What a full disk or a crash left of a line must not swallow the first one of this batch.
    await file.appendFile((await endsInsideLine(file, name)) ? `\n${body}` : body);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function endsInsideLine(file: FileHandle, name: string): Promise<boolean> {
  const stat = await file.stat();
  // A pipe or a device has no end.
  if (!stat.isFile() || stat.size === 0) return false;
  // A file that may only be appended to tells nothing of its end.
  const read = await open(name, 'r').catch((error: NodeJS.ErrnoException) => (error.code === 'EACCES' ? undefined : Promise.reject(error)));
  if (!read) return false;
  try {
    const { buffer } = await read.read(Buffer.alloc(1), 0, 1, stat.size - 1);
    return buffer[0] !== LINE_FEED;
  } finally {
    await read.close();
  }
}
