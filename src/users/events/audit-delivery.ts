// Hands lines of the audit stream over: appended to a file, or posted to a web address. Resolves once the target has them for good.
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { postSigned } from '../../common/http/signed-post.js';
import type { AuditTarget } from '../../common/settings/settings.js';

const TIMEOUT_MS = 10_000;

/** @throws Error if the target did not take them; it may have, so they come again */
export async function deliverLines(target: AuditTarget, lines: readonly string[], nowMs: number): Promise<void> {
  const body = lines.map((line) => `${line}\n`).join('');
  if ('file' in target) await appendDurably(target.file, body);
  else {
    const status = await postSigned(target, { type: 'application/x-ndjson', text: body, nowMs, timeoutMs: TIMEOUT_MS });
    if (status < 200 || status > 299) throw new Error(`The target of the audit stream answered ${status}.`);
  }
}

async function appendDurably(name: string, body: string): Promise<void> {
  await mkdir(dirname(name), { recursive: true, mode: 0o700 });
  // Opened anew for each batch: a file that was renamed by rotation is not written to any more.
  const file = await open(name, 'a', 0o600);
  try {
    await file.appendFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}
