// The language that somebody chose below a page; a cookie keeps it in the browser, and it goes before every other wish.
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { forgetOwnCookie, readOwnCookie, setOwnCookie } from '../sessions/own-cookie.js';
import { LANGUAGES } from './texts/texts.js';

/** Where a choice is made; the tag of the language follows. */
export const LANGUAGE_PATH = 'pages/language';
/** The same on a page that answers a form: a field beside what the page needs to be shown again. */
export const LANGUAGE_FIELD = 'pageLanguage';

const NAME = 'gatehouse_language';
const DAYS = 365;

/** A request whose form may have been read. */
export interface LanguageReader extends Pick<IncomingMessage, 'headers'> {
  body?: unknown;
}

/** The language that is chosen by this very form; the form is to do nothing else then. */
export function languageInForm({ body }: { body?: unknown }): string | undefined {
  const value = (body as Record<string, unknown> | undefined)?.[LANGUAGE_FIELD];
  return LANGUAGES.find((lang) => lang === value);
}

export function readChosenLanguage(request: LanguageReader, publicUrl: string): string | undefined {
  return languageInForm(request) ?? readOwnCookie(request, NAME, publicUrl);
}

/** @param lang one of the languages that pages have */
export function setChosenLanguage(response: Response, lang: string, publicUrl: string): void {
  setOwnCookie(response, NAME, lang, publicUrl, DAYS);
}

export function forgetChosenLanguage(response: Response, publicUrl: string): void {
  forgetOwnCookie(response, NAME, publicUrl);
}
