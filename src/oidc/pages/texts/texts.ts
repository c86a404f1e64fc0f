// The texts of pages and mails, by language. A folder beside this file is a language; English is the fallback.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import mail from './en/mail.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };

export const FALLBACK = 'en';
/** A language is a folder, a file in it is a set of texts. */
const SETS = ['pages', 'mail'] as const;

type Plural<Key> = Key extends `${infer Stem}_one` ? Stem : Key extends `${string}_other` ? never : Key;
/** Every text there is; one that another language lacks fails the tests. */
export type TextKey = Plural<keyof typeof pages> | Plural<keyof typeof mail>;
export type TextValues = Record<string, string | number>;

/** One language. */
export interface Texts {
  /** Its tag (BCP 47). */
  lang: string;
  /** The text with its values inserted. Not escaped: the renderer escapes. */
  t(key: TextKey, values?: TextValues): string;
}

/** The tags of all languages, English first. */
export const LANGUAGES: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted((a, b) => Number(b === FALLBACK) - Number(a === FALLBACK) || a.localeCompare(b));

/** The texts of a language as they are in its files. */
export function readTexts(lang: string): Record<string, string> {
  return Object.assign(
    {},
    ...SETS.map((set) => JSON.parse(readFileSync(join(import.meta.dirname, lang, `${set}.json`), 'utf8')) as object),
  ) as Record<string, string>;
}

const i18n = createInstance();
await i18n.init({
  fallbackLng: FALLBACK,
  supportedLngs: [...LANGUAGES],
  resources: Object.fromEntries(LANGUAGES.map((lang) => [lang, { translation: readTexts(lang) }])),
  // Keys contain dots.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

const TEXTS = new Map<string, Texts>(
  LANGUAGES.map((lang) => {
    const t = i18n.getFixedT(lang);
    return [lang, { lang, t: (key, values = {}) => t(key, values) }];
  }),
);

/** The texts of a language, or the English ones. */
export function textsIn(lang: string): Texts {
  const found = TEXTS.get(lang) ?? TEXTS.get(FALLBACK);
  if (!found) throw new Error('The English texts are missing.');
  return found;
}

/**
 * The texts for somebody.
 * @param uiLocales languages requested by the application, in order of preference (OpenID Connect Core section 3.1.2.1)
 * @param accepted the supported language that the browser prefers (RFC 9110 section 12.5.4), or false for none
 */
export function textsFor(uiLocales: string | undefined, accepted: (offered: string[]) => string | false): Texts {
  const wished = (uiLocales ?? '')
    .slice(0, 500)
    .split(' ')
    .map(languageOf)
    .find((lang) => lang !== undefined);
  return textsIn(wished ?? (accepted([...LANGUAGES]) || FALLBACK));
}

/** The language we have for a tag: `de` for `de-CH`. */
function languageOf(tag: string): string | undefined {
  const primary = tag.toLowerCase().split('-', 1)[0] ?? '';
  return LANGUAGES.find((lang) => lang === primary);
}

/** A waiting time in words: minutes above one and a half, otherwise seconds. */
export function duration({ t }: Texts, seconds: number): string {
  return seconds > 90 ? t('time.minutes', { count: Math.ceil(seconds / 60) }) : t('time.seconds', { count: Math.ceil(seconds) });
}
