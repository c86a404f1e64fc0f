// Texts in several languages: one loader for pages, mails, events and errors. English is the fallback.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';

export const FALLBACK_LANGUAGE = 'en';

/** Texts by key; a plural has a key for each form that the language has (CLDR): `_one` and `_other` in English, `_few` and `_many` too in Polish. */
export type TextsByKey = Readonly<Record<string, string>>;

/** Finds a text by its key, or by the first of several keys with a text. The values are inserted and not escaped: rendering escapes. */
export type Translate = (key: string | string[], values?: Record<string, string | number>) => string;

/** Reads the texts of a folder: `de.json`, or every file in the folder `de`. @returns the texts by language tag (BCP 47), English first */
export function readTextFiles(folder: string): Record<string, TextsByKey> {
  const readJson = (...path: string[]) => JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as TextsByKey;
  const read = readdirSync(folder, { withFileTypes: true }).flatMap((entry): Array<[string, TextsByKey]> => {
    if (entry.name.endsWith('.json')) return [[entry.name.slice(0, -'.json'.length), readJson(entry.name)]];
    if (!entry.isDirectory()) return [];
    const sets = readdirSync(join(folder, entry.name)).filter((name) => name.endsWith('.json'));
    return [[entry.name, Object.assign({}, ...sets.map((name) => readJson(entry.name, name))) as TextsByKey]];
  });
  return Object.fromEntries(
    read.toSorted(([a], [b]) => Number(b === FALLBACK_LANGUAGE) - Number(a === FALLBACK_LANGUAGE) || a.localeCompare(b)),
  );
}

export class LocalizedTexts {
  /** The tags of all languages, English first. */
  readonly languages: readonly string[];
  private readonly translations: ReadonlyMap<string, Translate>;

  /** @param texts by language; English must be among them */
  constructor(texts: Readonly<Record<string, TextsByKey>>) {
    this.languages = Object.keys(texts);
    const i18n = createInstance();
    void i18n.init({
      fallbackLng: FALLBACK_LANGUAGE,
      supportedLngs: [...this.languages],
      resources: Object.fromEntries(Object.entries(texts).map(([lang, translation]) => [lang, { translation }])),
      // Everything is here, so nothing is waited for.
      initAsync: false,
      // Keys contain dots.
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
    });
    this.translations = new Map(this.languages.map((lang) => [lang, i18n.getFixedT(lang) as Translate]));
  }

  /** The texts of a language, or the English ones. */
  inLanguage(lang: string): Translate {
    const found = this.translations.get(lang) ?? this.translations.get(FALLBACK_LANGUAGE);
    if (!found) throw new Error('The English texts are missing.');
    return found;
  }

  /** The language that a request prefers (RFC 9110 section 12.5.4). */
  preferredBy(request: { acceptsLanguages(...offered: string[]): string | false }): string {
    return request.acceptsLanguages(...this.languages) || FALLBACK_LANGUAGE;
  }
}
