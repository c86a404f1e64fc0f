// The language chosen at the bottom of a page. A cookie keeps it in the browser; it takes precedence over all other preferences.
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { forgetOwnCookie, readOwnCookie, setOwnCookie } from '../../sessions/own-cookie.js';
import { LANGUAGES } from '../texts/texts.js';

/** The path for a choice; the language tag follows. */
export const LANGUAGE_PATH = 'pages/language';
/** The same on a page that answers a form: a field beside those that show the page again. */
export const LANGUAGE_FIELD = 'pageLanguage';

const NAME = 'gatehouse_language';
const DAYS = 365;

/** A request whose form may already be parsed. */
export interface LanguageReader extends Pick<IncomingMessage, 'headers'> {
  body?: unknown;
}

/** The language chosen with this form. The form must then have no other effect. */
export function languageInForm({ body }: { body?: unknown }): string | undefined {
  const value = (body as Record<string, unknown> | undefined)?.[LANGUAGE_FIELD];
  return LANGUAGES.find((lang) => lang === value);
}

export function readChosenLanguage(request: LanguageReader, publicUrl: string): string | undefined {
  return languageInForm(request) ?? readOwnCookie(request, NAME, publicUrl);
}

/** @param lang one of the available languages */
export function setChosenLanguage(response: Response, lang: string, publicUrl: string): void {
  setOwnCookie(response, NAME, lang, publicUrl, DAYS);
}

export function forgetChosenLanguage(response: Response, publicUrl: string): void {
  forgetOwnCookie(response, NAME, publicUrl);
}
