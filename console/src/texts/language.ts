// The language of the console: the one chosen in it, else the browser's, else English.

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A choice is no secret and outlives the sign-in. */
const KEY = 'gatehouse.console.language';

const isLanguage = (value: string | null): value is Language => (LANGUAGES as readonly (string | null)[]).includes(value);

export function chosenLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
