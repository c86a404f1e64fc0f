// Formats what other scripts write.
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const STYLE = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));

/**
 * As `npm run format` would write it.
 * @param {string} file its ending tells the language @param {string} text
 * @throws {Error} if the text can't be read
 */
export async function formatted(file, text) {
  const { code, errors } = await format(file, text, STYLE);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
}
