// The process that checks and re-encodes one image: it reads the upload from standard input, and writes a PNG to standard output. For a refused image
// it exits with REFUSED, and writes the reason instead.
import { buffer } from 'node:stream/consumers';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { fittedSvg, looksLikeSvg, PictureFault } from './svg-shapes.mjs';

const REFUSED = 3;
const MAX_SIDE = 4_096;
const MIN_SIDE = 16;
const RASTER_FORMATS = ['png', 'jpg', 'webp'];

const [width = 0, height = 0] = process.argv.slice(2).map(Number);
try {
  process.stdout.write(await drawAnew(await buffer(process.stdin), { width, height }));
} catch (error) {
  if (!(error instanceof PictureFault)) throw error;
  process.stdout.write(error.message);
  process.exitCode = REFUSED;
}

/** @param {Buffer} upload @param {{ width: number, height: number }} box */
async function drawAnew(upload, box) {
  const svg = looksLikeSvg(upload) ? fittedSvg(upload.toString('utf8'), box) : undefined;
  if (svg === undefined) assertRaster(upload);
  const picture = () => (svg === undefined ? new Transformer(upload) : Transformer.fromSvg(Buffer.from(svg)));
  const natural = await picture().metadata();
  const scale = Math.min(1, box.width / natural.width, box.height / natural.height);
  const side = (/** @type {number} */ pixels) => Math.max(1, Math.round(pixels * scale));
  return picture().resize(side(natural.width), side(natural.height)).png();
}

/** Checks the header before anything is decoded, because a small file may decompress to any size. @param {Buffer} upload */
function assertRaster(upload) {
  const found = sizeOf(upload);
  if (!found || !RASTER_FORMATS.includes(found.type ?? '')) throw new PictureFault('a picture is PNG, JPEG, WebP or SVG');
  if (Math.max(found.width, found.height) > MAX_SIDE || Math.min(found.width, found.height) < MIN_SIDE)
    throw new PictureFault(`a picture has ${MIN_SIDE} to ${MAX_SIDE} pixels on each side`);
}

/** @param {Buffer} upload */
function sizeOf(upload) {
  try {
    return imageSize(upload);
  } catch {
    return undefined;
  }
}
