// The texts of pages and mails, by language. A folder beside this file is a language; English is the fallback.
import { FALLBACK_LANGUAGE, LocalizedTexts, readTextFiles } from '../../../common/texts/localized-texts.js';
import factors from './en/factors.json' with { type: 'json' };
import mail from './en/mail.json' with { type: 'json' };
import passkeys from './en/passkeys.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };

type Plural<Key> = Key extends `${infer Stem}_one` ? Stem : Key extends `${string}_other` ? never : Key;
/** Every text; a text that another language lacks fails the tests. */
export type TextKey = Plural<keyof typeof pages> | Plural<keyof typeof mail> | Plural<keyof typeof factors> | Plural<keyof typeof passkeys>;
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

/** A header may hold thousands. */
const MAX_WISHES = 50;

/**
 * The texts for a reader, by lookup (RFC 4647 section 3.4): the first wish that we have, in the script that its readers read. Only a reader who wishes
 * for nothing else we have gets the other script rather than English: LDML, part 1, section 4.4 puts the two scripts of Chinese closer together.
 * @param wishes language tags (BCP 47), the dearest first
 */
export function textsFor(wishes: readonly string[]): Texts {
  const scripts = new Map<string, string | undefined>();
  const known = wishes.slice(0, MAX_WISHES).flatMap((tag) => {
    const lang = languageOf(tag);
    if (lang === undefined) return [];
    // Browsers add `zh` behind `zh-TW` by themselves: a bare language is in the script of the tag before it.
    const script = (tag.toLowerCase() === lang ? scripts.get(lang) : undefined) ?? scriptOf(tag);
    scripts.set(lang, script);
    return [{ lang, isReadable: script === scriptOf(lang) }];
  });
  return textsIn((known.find(({ isReadable }) => isReadable) ?? known[0])?.lang ?? FALLBACK_LANGUAGE);
}

/** The language we have for a tag: `de` for `de-CH`. */
function languageOf(tag: string): string | undefined {
  const primary = tag.toLowerCase().split('-', 1)[0] ?? '';
  return LANGUAGES.find((lang) => lang === primary);
}

/** What a language is written in there: `Hant` for `zh-TW`. The usual one of the language for what is no tag. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return scriptOf(languageOf(tag) ?? FALLBACK_LANGUAGE);
  }
}

/** Languages written in more than one script: the tag of the script that the texts are in (RFC 5646 section 2.2.3). */
const IN_SCRIPT: Readonly<Record<string, string>> = { zh: 'zh-Hans' };

/** The full tag of one of {@link LANGUAGES}, for programs that read or speak the texts. */
export function tagOf(lang: string): string {
  return IN_SCRIPT[lang] ?? lang;
}

/** Names by language. Every page has all of them, and `Intl` takes longer for one than the page for the rest of it. */
const NAMES = new Map(LANGUAGES.map((lang) => [lang, nameOf(lang)]));

/** A language in its own words. */
export function languageName(lang: string): string {
  return NAMES.get(lang) ?? nameOf(lang);
}

function nameOf(lang: string): string {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(tagOf(lang)) ?? lang;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

/** A waiting time in words: minutes above one and a half, otherwise seconds. */
export function duration({ t }: Texts, seconds: number): string {
  return seconds > 90 ? t('time.minutes', { count: Math.ceil(seconds / 60) }) : t('time.seconds', { count: Math.ceil(seconds) });
}

/** A day in the page's language, in UTC. @param us microseconds since 1970 UTC */
export function dateIn({ lang }: Texts, us: number): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(us / 1_000);
}

/** A moment in the page's language and in UTC: without a script, the page can't know the reader's time zone. @param seconds since 1970 UTC */
export function timeOf({ lang }: Texts, seconds: number): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(seconds * 1_000)} UTC`;
}

/** How many days ago, in words: "today", "yesterday". Both times in seconds since 1970 UTC, days in UTC. */
export function daysAgo({ lang }: Texts, at: number, now: number): string {
  const days = Math.floor(now / 86_400) - Math.floor(at / 86_400);
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-Math.max(0, days), 'day');
}
