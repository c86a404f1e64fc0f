// The texts of pages and mails, by language. A folder beside this file is a language; English is the fallback.
import { FALLBACK_LANGUAGE, LocalizedTexts, readTextFiles } from '../../../common/texts/localized-texts.js';
import mail from './en/mail.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };

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

const ALL = readTextFiles(import.meta.dirname);
const LOCALIZED = new LocalizedTexts(ALL);

/** The tags of all languages, English first. */
export const LANGUAGES = LOCALIZED.languages;

/** The texts of a language as they are in its files. */
export function readTexts(lang: string): Readonly<Record<string, string>> {
  return ALL[lang] ?? {};
}

/** The texts of a language, or the English ones. */
export function textsIn(lang: string): Texts {
  return { lang: LANGUAGES.includes(lang) ? lang : FALLBACK_LANGUAGE, t: LOCALIZED.inLanguage(lang) };
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
  return textsIn(wished ?? (accepted([...LANGUAGES]) || FALLBACK_LANGUAGE));
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
