// Colors, on terminals whose users want them (no-color.org).
const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const;
type Style = keyof typeof CODES;

/** `text` in a style if `out` is a terminal and NO_COLOR isn't set; otherwise unchanged. */
export function styled(out: NodeJS.WriteStream, style: Style, text: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!out.isTTY || env['NO_COLOR'] || env['TERM'] === 'dumb') return text;
  const [on, off] = CODES[style];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** A text from outside, with all characters escaped that could move the cursor or color the terminal. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (one) =>
    one === '\n' || one === '\t' ? ' ' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
