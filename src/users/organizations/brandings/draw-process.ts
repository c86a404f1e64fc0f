// Checks and re-encodes an image in a separate process: a malicious file can overflow the stack of the decoders, or keep them busy for hours.
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../../../common/concurrency/fair-queue.js';

const CHILD = fileURLToPath(new URL('./draw-child.mjs', import.meta.url));
/** Ordinary images take a tenth of this. */
const LIMIT_MS = 5_000;
const MAX_WAITING = 20;
/** The child's exit code for an image that it refuses, with the reason instead of the image. */
const REFUSED = 3;

/** One at a time, so that many uploads leave CPU time for other work. Every person can upload: no organization's people hold up the others. */
const line = new FairQueue('picture', 1, MAX_WAITING);

export interface Box {
  width: number;
  height: number;
}

/**
 * Re-encodes an upload (PNG, JPEG, WebP or SVG) as PNG that fits the box.
 * @param owners whose turns these are: the organization, and the person for a picture of their own
 * @returns the PNG, or the reason why the image is refused, as a clause
 * @throws DomainError `busy` when too many wait
 */
export function drawPicture(upload: Buffer, { width, height }: Box, owners: readonly string[]): Promise<Buffer | { refused: string }> {
  return line.runInTurn({ rank: owners.length > 1 ? 1 : 0, shares: owners }, async () => {
    // The child gets the image but no secrets from the environment.
    const child = spawn(process.execPath, [CHILD, String(width), String(height)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    // A child that exits early stops reading; the exit code is checked below.
    child.stdin.on('error', () => undefined).end(upload);
    const [code, written] = await Promise.all([ended, buffer(child.stdout)]);
    if (code === 0) return written;
    return { refused: code === REFUSED ? written.toString('utf8') : 'this picture cannot be drawn' };
  });
}
