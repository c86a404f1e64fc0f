// Pictures made of bytes, and files that are no pictures.
import { crc32, deflateSync } from 'node:zlib';

/** A PNG whose head says one size, whatever its pixels are. */
export function png(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const pixels = deflateSync(Buffer.alloc((width * 4 + 1) * rows));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><path d="M0 0h32v32H0z"/></svg>';

export const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="32" height="32"${more}>${inside}</svg>`;

/** SVGs that no upload takes, by what they have. */
export const HOSTILE_SVGS: ReadonlyArray<readonly [what: string, content: string]> = [
  ['a script', svg('<script>alert(1)</script>')],
  ['a handler', svg('<path d="M0 0h9v9z"/>', ' onload="alert(1)"')],
  ['HTML inside', svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
  ['a file of the machine', svg('<image href="/etc/passwd" width="9" height="9"/>')],
  ['a file behind a prefix', svg('<x:image xmlns:x="http://www.w3.org/2000/svg" href="/etc/passwd"/>')],
  ['a picture from elsewhere', svg('<path fill="url(https://elsewhere.example/a.svg#b)" d="M0 0h9v9z"/>')],
  ['a reference to elsewhere', svg('<linearGradient xlink:href="https://elsewhere.example/a.svg#b"/>')],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<title>&a;</title>')}`],
  ['shapes that repeat each other', svg('<g id="a"><use href="#a"/></g>')],
  ['patterns', svg('<pattern id="a"/>')],
  ['a style sheet', svg('<style>@import url(https://elsewhere.example/a.css)</style>')],
  ['no end', '<svg'],
  ['groups that are deeper than any stack', svg('<g>'.repeat(60_000) + '</g>'.repeat(60_000))],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'],
  ['spaces and byte order marks before no beginning', `${'\uFEFF '.repeat(300)}svg>`],
  ['a hundred thousand comments without an end', '<!--'.repeat(100_000)],
  ['spaces without an end before a declaration', `<${' '.repeat(400_000)}`],
  ['a hundred thousand beginnings of its root', '<svg '.repeat(100_000)],
  ['quoted spaces without an end', `<svg width="${' '.repeat(400_000)}`],
  ['a handler behind many spaces', `<svg width="1" height="1"${' '.repeat(300_000)}onload='1'></svg>`],
  ['a size of nothing', '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="1e999"><path d="M0 0h9v9z"/></svg>'],
];

/** Other files that no upload takes. */
export const HOSTILE_FILES: ReadonlyArray<readonly [what: string, content: Buffer]> = [
  ['text', Buffer.from('hello')],
  ['a page', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
  ['more pixels than its bytes say', png(20_000, 20_000, 1)],
  ['too few pixels', png(4, 4)],
  ['a broken PNG', png(64, 64).subarray(0, 60)],
  ['more bytes than are taken', Buffer.alloc(524_289)],
];
