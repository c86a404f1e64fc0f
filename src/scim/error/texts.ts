// Error details in the caller's language: one general sentence per condition. The exact English sentence comes from where the error is thrown.
import { createInstance } from 'i18next';
import type { ScimFault } from '../protocol/scim-error.js';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const FALLBACK = 'en';
const RESOURCES = { en, de, fr } as const;

/** The languages of error details, the default first. */
export const ERROR_LANGUAGES = Object.keys(RESOURCES);

const i18n = createInstance();
await i18n.init({
  fallbackLng: FALLBACK,
  supportedLngs: ERROR_LANGUAGES,
  resources: Object.fromEntries(Object.entries(RESOURCES).map(([lang, translation]) => [lang, { translation }])),
  // Keys contain dots.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

/** The general sentence of a condition. @param id of the error @param status fallback for ids without a sentence */
export function sentenceOf(id: string, status: number, language: string = FALLBACK): string {
  return i18n.getFixedT(language)([id, `status.${status}`, `status.${Math.floor(status / 100)}00`]);
}

/** The error with its detail translated; `message` keeps the exact English sentence. */
export function translated(fault: ScimFault, language: string): ScimFault {
  if (language === FALLBACK) return fault;
  return { ...fault, detail: sentenceOf(fault.id, fault.status, language), message: fault.detail };
}

/** The one of {@link ERROR_LANGUAGES} that a request prefers (RFC 9110 section 12.5.4). */
export function languageOf(request: { acceptsLanguages(...offered: string[]): string | false }): string {
  return request.acceptsLanguages(...ERROR_LANGUAGES) || FALLBACK;
}
