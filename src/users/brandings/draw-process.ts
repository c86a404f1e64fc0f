// Draws a picture in a process of its own: the program that does it overflows its stack, or works for hours, when a file is made for that.
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../common/primitives/semaphore.js';

const CHILD = fileURLToPath(new URL('./draw-child.mjs', import.meta.url));
/** Pictures of people who mean well take a tenth of this. */
const LIMIT_MS = 5_000;
const MAX_WAITING = 20;

/** One at a time: whoever uploads many leaves the machine to others. */
const line = new Semaphore('branding image', 1, MAX_WAITING);

export interface Box {
  width: number;
  height: number;
}

/** @returns a PNG that fits the box @throws Error for what cannot be drawn in time; DomainError `busy` when too many wait */
export function drawPicture(picture: Buffer, kind: 'svg' | 'raster', { width, height }: Box): Promise<Buffer> {
  return line.runWithPermit(async () => {
    // It sees the picture, and gets no secrets.
    const child = spawn(process.execPath, [CHILD, kind, String(width), String(height)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    // One that ends early reads no more; its exit says so.
    child.stdin.on('error', () => undefined).end(picture);
    const [code, drawn] = await Promise.all([ended, buffer(child.stdout)]);
    if (code !== 0) throw new Error('The picture was not drawn.');
    return drawn;
  });
}
