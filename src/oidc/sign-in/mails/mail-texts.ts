// The words of mails, by language. English is there for everybody whose own language is not.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';

const FALLBACK = 'en';
const FOLDER = join(import.meta.dirname, '..', 'texts');

/** The languages there are: folders with a file for mails. */
export const MAIL_LANGUAGES: readonly string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The texts of a language as they are in its file, by key. */
export function readMailTexts(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(FOLDER, language, 'mail.json'), 'utf8')) as Record<string, string>;
}

const i18n = createInstance();
await i18n.init({
  fallbackLng: FALLBACK,
  // de-CH is served by de.
  nonExplicitSupportedLngs: true,
  supportedLngs: [...MAIL_LANGUAGES],
  resources: Object.fromEntries(MAIL_LANGUAGES.map((language) => [language, { translation: readMailTexts(language) }])),
  // Keys hold dots.
  keySeparator: false,
  nsSeparator: false,
  // Whoever renders escapes: a mail has a text and an HTML part.
  interpolation: { escapeValue: false, skipOnVariables: true },
});

/** The language of a person's mails, and its texts with their values put in. @param wanted BCP 47 */
export function mailTexts(wanted: string | undefined): {
  language: string;
  text: (key: string, values?: Record<string, string>) => string;
} {
  const language = MAIL_LANGUAGES.find((known) => known === wanted?.toLowerCase().split('-', 1)[0]) ?? FALLBACK;
  const fixed = i18n.getFixedT(language);
  return { language, text: (key, values = {}) => fixed(key, values) };
}
