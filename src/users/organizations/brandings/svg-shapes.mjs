// The elements allowed in an SVG, and the size it is drawn in. Plain JavaScript, because the drawing process loads it directly.

/**
 * An SVG is never served, only drawn. But the renderer would read other files for `image` and `use`, and nested patterns, markers and filters can
 * keep it busy.
 */
const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc'.split(' '),
);
const ENTITY = /^&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});$/i;
/** A reference outside the document, a style sheet, or an event handler. */
const OUTWARD = /href\s*=\s*(?:"[^#"]|'[^#'])|url\s*\(\s*(?:"[^#]|'[^#]|[^#"'\s])|@import|\son\w+\s*=/i;
const ROOT = /^\s*<svg((?:[^<>"']|"[^"]*"|'[^']*')*)>/;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** CSS Values section 6.2. @type {Readonly<Record<string, number>>} */
const PIXELS = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

/** The reason why an image is refused: its message is a clause for the person who uploaded it. */
export class PictureFault extends Error {}

/** Whether an upload is an SVG, by its first non-space character. @param {Uint8Array} upload */
export function looksLikeSvg(upload) {
  return Buffer.from(upload.subarray(0, 1_000)).toString('utf8').trimStart().startsWith('<');
}

/**
 * The SVG without its comments, in its final size: the renderer draws every pixel of the declared size, which may be arbitrarily large.
 * @param {string} svg
 * @param {{ width: number, height: number }} box
 * @throws {PictureFault} for anything but plain shapes of a known size
 */
export function fittedSvg(svg, box) {
  const bare = withoutDeclaration(withoutComments(svg));
  assertPlain(bare);
  const raw = ROOT.exec(bare)?.[1] ?? '';
  const attributes = new Map([...raw.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, double ?? single ?? '']));
  const view = viewBoxOf(attributes.get('viewBox'));
  const [width, height] = [pixelsOf(attributes.get('width')), pixelsOf(attributes.get('height'))];
  const natural = {
    width: width ?? (view && height !== undefined ? (height * view.width) / view.height : view?.width) ?? 0,
    height: height ?? (view && width !== undefined ? (width * view.height) / view.width : view?.height) ?? 0,
  };
  if (!(natural.width > 0 && natural.height > 0 && natural.width + natural.height < Infinity))
    throw new PictureFault('an SVG begins with <svg> and says how large it is, by width and height or a viewBox');
  const scale = Math.min(1, box.width / natural.width, box.height / natural.height);
  const size = ` width="${natural.width * scale}" height="${natural.height * scale}"`;
  const added = view ? size : `${size} viewBox="0 0 ${natural.width} ${natural.height}"`;
  const kept = raw.replace(ATTRIBUTE, (whole, name) => (name === 'width' || name === 'height' ? '' : whole));
  return bare.replace(ROOT, () => `<svg${added}${kept}>`);
}

/** An unterminated comment stays, and is refused. @param {string} svg */
function withoutComments(svg) {
  const parts = [];
  let at = 0;
  for (;;) {
    const start = svg.indexOf('<!--', at);
    const end = start < 0 ? -1 : svg.indexOf('-->', start + 4);
    if (end < 0) return parts.join('') + svg.slice(at);
    parts.push(svg.slice(at, start));
    at = end + 3;
  }
}

/** @param {string} svg */
function withoutDeclaration(svg) {
  const text = svg.trimStart();
  const end = text.startsWith('<?xml') ? text.indexOf('?>') : -1;
  return end < 0 ? text : text.slice(end + 2);
}

/** @param {string} svg */
function assertPlain(svg) {
  // Document types define entities, which can expand to anything; CDATA and processing instructions hide elements.
  const isOther = /<[!?]/.test(svg) || [...svg.matchAll(/&[#\w]{0,8};?/g)].some(([entity]) => !ENTITY.test(entity));
  if (isOther) throw new PictureFault('an SVG has no document type, CDATA or instructions');
  const other = [...svg.matchAll(/<\/?([^\s/>]+)/g)].find(([, name = '']) => !ELEMENTS.has(name));
  if (other) throw new PictureFault(`an SVG has no <${(other[1] ?? '').slice(0, 40)}>; export it as plain shapes`);
  if (OUTWARD.test(svg)) throw new PictureFault('an SVG refers to nothing outside of it and has no handlers');
}

/** SVG 2 section 8.6. @param {string | undefined} text */
function viewBoxOf(text = '') {
  const [, , width, height] = text
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  return width && height ? { width, height } : undefined;
}

/** In pixels; undefined for a length that depends on the context of the image. @param {string | undefined} text */
function pixelsOf(text = '') {
  const [, number, unit = ''] = /^([\d.]+(?:e\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const pixels = PIXELS[unit.toLowerCase()];
  return number === undefined || pixels === undefined ? undefined : Number(number) * pixels;
}
