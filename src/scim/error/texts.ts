// What an error says in the caller's language. English sentences are exact where they are thrown; here is the sentence of each condition.
import { createInstance } from 'i18next';
import type { ScimFault } from '../protocol/scim-error.js';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const FALLBACK = 'en';
const RESOURCES = { en, de, fr } as const;

/** The languages that errors are told in, best known first. */
export const ERROR_LANGUAGES = Object.keys(RESOURCES);

const i18n = createInstance();
await i18n.init({
  fallbackLng: FALLBACK,
  supportedLngs: ERROR_LANGUAGES,
  resources: Object.fromEntries(Object.entries(RESOURCES).map(([lang, translation]) => [lang, { translation }])),
  // Keys hold dots.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

/** What a condition means, in general. @param id of a fault @param status as the fallback for ids that have no sentence */
export function sentenceOf(id: string, status: number, language: string = FALLBACK): string {
  return i18n.getFixedT(language)([id, `status.${status}`, `status.${Math.floor(status / 100)}00`]);
}

/** The fault with its detail in a language; `message` keeps the exact English sentence. */
export function translated(fault: ScimFault, language: string): ScimFault {
  if (language === FALLBACK) return fault;
  return { ...fault, detail: sentenceOf(fault.id, fault.status, language), message: fault.detail };
}

/** Which of {@link ERROR_LANGUAGES} a request likes best (RFC 9110 section 12.5.4). */
export function languageOf(request: { acceptsLanguages(...offered: string[]): string | false }): string {
  return request.acceptsLanguages(...ERROR_LANGUAGES) || FALLBACK;
}
