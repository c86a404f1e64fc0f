// Colours, for terminals of people who want them (no-color.org).
const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39], green: [32, 39] } as const;
type Style = keyof typeof CODES;

/** `text` in a style where `out` is a terminal and NO_COLOR is not set; elsewhere as it is. */
export function styled(out: NodeJS.WriteStream, style: Style, text: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!out.isTTY || env['NO_COLOR'] || env['TERM'] === 'dumb') return text;
  const [on, off] = CODES[style];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** A text from elsewhere, without what would move the cursor or colour the terminal. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (one) =>
    one === '\n' || one === '\t' ? ' ' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
