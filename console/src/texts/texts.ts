// The texts of the console, by i18next. Each page has its own file per language (pages/NAME/texts/LANGUAGE.json), loaded with the page;
// those of the shell and of shared components are in texts/shell.
import i18next, { type TFunction } from 'i18next';
import { chosenLanguage } from './language.ts';

type Texts = Record<string, string>;

const FILES = import.meta.glob<Texts>(['../pages/*/texts/*.json', './shell/*.json'], { import: 'default' });

/** Of the shell; loaded before anything is shown. */
export const SHELL = 'shell';

export async function startTexts(): Promise<void> {
  const language = chosenLanguage();
  document.documentElement.lang = language;
  await i18next.init({
    lng: language,
    fallbackLng: false,
    ns: [SHELL],
    defaultNS: SHELL,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
    resources: {},
  });
  await loadTexts(SHELL);
}

/** Loads the texts of a page, named by its folder. */
export async function loadTexts(page: string): Promise<void> {
  const language = chosenLanguage();
  if (i18next.hasResourceBundle(language, page)) return;
  const file = page === SHELL ? `./shell/${language}.json` : `../pages/${page}/texts/${language}.json`;
  const load = FILES[file];
  if (load === undefined) throw new Error(`There is no ${file}`);
  i18next.addResourceBundle(language, page, await load());
}

/** The key of a text: one with forms for numbers is named without their suffix. */
type KeyOf<T> = keyof T extends infer K ? (K extends `${infer Base}_${'one' | 'other'}` ? Base : K & string) : never;

/** Translates a key of one page's texts. */
export type Translate<T> = (key: KeyOf<T>, values?: Record<string, string | number>) => string;

/**
 * The texts of a page or of the shell: `const t = useTexts<typeof import('./texts/en.json')>('people')`. A change of the language loads the
 * console anew, so the function never changes.
 */
export function textsOf<T>(page: string): Translate<T> {
  const language = chosenLanguage();
  const translate = i18next.getFixedT(language, page) as TFunction;
  return (key, values) => {
    // Code is loaded beside its texts: what asks while it is loaded would show the key instead, now and then.
    if (!i18next.hasResourceBundle(language, page)) throw new Error(`The texts of ${page} are not there yet: ${key}`);
    return translate(key, values ?? {});
  };
}
