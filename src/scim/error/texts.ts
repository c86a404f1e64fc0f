// Error details in the caller's language: one general sentence per condition. The code that throws the error supplies the exact English
// sentence.
import { join } from 'node:path';
import { FALLBACK_LANGUAGE, LocalizedTexts, readTextFiles } from '../../common/texts/localized-texts.js';
import type { ScimFault } from '../protocol/wire/scim-error.js';

const TEXTS = new LocalizedTexts(readTextFiles(join(import.meta.dirname, 'texts')));

/** The languages of error details, the default first. */
export const ERROR_LANGUAGES = TEXTS.languages;

/** The general sentence of a condition. @param id of the error @param status fallback for ids without a sentence */
export function sentenceOf(id: string, status: number, language: string = FALLBACK_LANGUAGE): string {
  return TEXTS.inLanguage(language)([id, `status.${status}`, `status.${Math.floor(status / 100)}00`]);
}

/** The error with its detail translated; `message` keeps the exact English sentence. */
export function translated(fault: ScimFault, language: string): ScimFault {
  if (language === FALLBACK_LANGUAGE) return fault;
  return { ...fault, detail: sentenceOf(fault.id, fault.status, language), message: fault.detail };
}

/** The one of {@link ERROR_LANGUAGES} that a request prefers (RFC 9110 section 12.5.4). */
export function languageOf(request: { acceptsLanguages(...offered: string[]): string | false }): string {
  return TEXTS.preferredBy(request);
}
