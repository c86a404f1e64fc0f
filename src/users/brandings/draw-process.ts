// Checks and draws a picture in a process of its own: the programs that read it overflow their stack, or work for hours, when a file is made for that.
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../common/primitives/semaphore.js';

const CHILD = fileURLToPath(new URL('./draw-child.mjs', import.meta.url));
/** Ordinary pictures take a tenth of this. */
const LIMIT_MS = 5_000;
const MAX_WAITING = 20;
/** The exit code of the child for a picture that it refuses, with the reason in place of the picture. */
const REFUSED = 3;

/** One at a time: many uploads leave the machine to others. */
const line = new Semaphore('branding image', 1, MAX_WAITING);

export interface Box {
  width: number;
  height: number;
}

/**
 * Draws an upload (PNG, JPEG, WebP or SVG) as PNG that fits the box.
 * @returns the PNG, or the clause that says why the picture is refused
 * @throws DomainError `busy` when too many wait
 */
export function drawPicture(upload: Buffer, { width, height }: Box): Promise<Buffer | { refused: string }> {
  return line.runWithPermit(async () => {
    // It sees the picture, and gets no secrets.
    const child = spawn(process.execPath, [CHILD, String(width), String(height)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    // One that ends early reads no more; its exit says so.
    child.stdin.on('error', () => undefined).end(upload);
    const [code, written] = await Promise.all([ended, buffer(child.stdout)]);
    if (code === 0) return written;
    return { refused: code === REFUSED ? written.toString('utf8') : 'this picture cannot be drawn' };
  });
}
