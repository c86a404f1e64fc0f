// Pictures that organizations upload: checked by what is in them, and drawn anew, so that nothing but pixels is ever kept or served.
import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import { DomainError } from '../../common/primitives/domain-error.js';
import { drawPicture, type Box } from './draw-process.js';

/** Where a picture stands, and the box it is made to fit, in pixels. */
export const IMAGE_SLOTS = {
  logoLight: { width: 640, height: 192 },
  logoDark: { width: 640, height: 192 },
  favicon: { width: 96, height: 96 },
} as const;
export type ImageSlot = keyof typeof IMAGE_SLOTS;

const MAX_BYTES = 524_288;
const MAX_SIDE = 4_096;
const MIN_SIDE = 16;
const RASTER_FORMATS = ['png', 'jpg', 'webp'];

/**
 * What an SVG may be made of. It is never served, only drawn; but the program that draws would read other files for `image` and `use`, and can be
 * kept busy by patterns, markers and filters that repeat each other.
 */
const SVG_ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc'.split(' '),
);

/** A picture as it is kept. */
export interface CheckedImage {
  digest: string;
  content: Buffer;
}

/** Draws an upload anew as PNG that fits the slot. @param base64 PNG, JPEG, WebP or SVG @throws DomainError `invalid` */
export async function checkImage(slot: ImageSlot, base64: string): Promise<CheckedImage> {
  const upload = Buffer.from(base64, 'base64');
  if (upload.length === 0 || upload.length > MAX_BYTES) throw refusal(`a picture has 1 to ${MAX_BYTES} bytes`);
  const content = await drawAnew(upload, IMAGE_SLOTS[slot]);
  return { digest: createHash('sha256').update(content).digest('base64url'), content };
}

async function drawAnew(upload: Buffer, box: Box): Promise<Buffer> {
  const isSvg = /^(?:\uFEFF|\s)*</.test(upload.subarray(0, 1_000).toString('utf8'));
  if (!isSvg) assertRaster(upload);
  const picture = isSvg ? Buffer.from(fitted(plainSvg(upload.toString('utf8')), box)) : upload;
  try {
    return await drawPicture(picture, isSvg ? 'svg' : 'raster', box);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw refusal('this picture cannot be drawn');
  }
}

/** By what the bytes are, before anything is decoded: a small file may unfold to any size. */
function assertRaster(upload: Buffer): void {
  const found = sizeOf(upload);
  if (!found || !RASTER_FORMATS.includes(found.type ?? '')) throw refusal('a picture is PNG, JPEG, WebP or SVG');
  if (Math.max(found.width, found.height) > MAX_SIDE || Math.min(found.width, found.height) < MIN_SIDE)
    throw refusal(`a picture has ${MIN_SIDE} to ${MAX_SIDE} pixels on each side`);
}

function sizeOf(upload: Buffer): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(upload);
  } catch {
    return undefined;
  }
}

/** The SVG without its comments. @throws DomainError for anything but plain shapes */
function plainSvg(svg: string): string {
  const bare = svg.replace(/<!--[\s\S]*?-->/g, '').replace(/^\s*\uFEFF?\s*<\?xml[^>]*\?>/, '');
  // Document types bring entities, which stand for anything; CDATA and instructions hide elements.
  if (/<[!?]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(bare))
    throw refusal('an SVG has no document type, CDATA or instructions');
  const other = [...bare.matchAll(/<\/?([^\s/>]+)/g)].find(([, name = '']) => !SVG_ELEMENTS.has(name));
  if (other) throw refusal(`an SVG has no <${(other[1] ?? '').slice(0, 40)}>; export it as plain shapes`);
  if (/href\s*=\s*["'](?!#)|url\s*\(\s*["']?(?!#)|@import|\son\w+\s*=/i.test(bare))
    throw refusal('an SVG refers to nothing outside of it and has no handlers');
  return bare;
}

const ROOT = /^\s*<svg(?<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*)>/;
const SIZE = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** CSS Values section 6.2. */
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

/** The SVG in the size it will have: it is drawn pixel by pixel in the size it names, which may be any. */
function fitted(svg: string, box: Box): string {
  const attributes = ROOT.exec(svg)?.groups?.['attributes'] ?? '';
  const view = viewBoxOf(attributes);
  const [width, height] = [lengthOf(attributes, 'width'), lengthOf(attributes, 'height')];
  const natural = {
    width: width ?? (view && height !== undefined ? (height * view.width) / view.height : view?.width) ?? 0,
    height: height ?? (view && width !== undefined ? (width * view.height) / view.width : view?.height) ?? 0,
  };
  if (!(natural.width > 0 && natural.height > 0 && natural.width + natural.height < Infinity))
    throw refusal('an SVG begins with <svg> and says how large it is, by width and height or a viewBox');
  const scale = Math.min(1, box.width / natural.width, box.height / natural.height);
  const size = ` width="${natural.width * scale}" height="${natural.height * scale}"`;
  const added = view ? size : `${size} viewBox="0 0 ${natural.width} ${natural.height}"`;
  return svg.replace(ROOT, () => `<svg${added}${attributes.replace(SIZE, '')}>`);
}

/** SVG 2 section 8.6. */
function viewBoxOf(attributes: string): Box | undefined {
  const [, text] = /\sviewBox\s*=\s*["']([^"']*)["']/.exec(attributes) ?? [];
  const [, , width, height] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width && height ? { width, height } : undefined;
}

/** In pixels; undefined for one that depends on where the picture stands. */
function lengthOf(attributes: string, name: string): number | undefined {
  const [, number, unit = ''] =
    new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+(?:e\\d+)?)\\s*([a-z]*)\\s*["']`, 'i').exec(attributes) ?? [];
  const pixels = unit === '' ? 1 : PIXELS[unit.toLowerCase()];
  return number === undefined || pixels === undefined ? undefined : Number(number) * pixels;
}

function refusal(sentence: string): DomainError {
  return new DomainError('invalid', 'branding.image', `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`, 'content');
}
