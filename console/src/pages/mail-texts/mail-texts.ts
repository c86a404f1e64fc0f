// What the mails of an organization say: the routes, and the addresses of the pages.
import { apiRequest } from '../../api/client.ts';
import type { components, paths } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import { chosenLanguage } from '../../texts/language.ts';

export type MailText = components['schemas']['MailText'];
export type MailTextParts = components['schemas']['MailTextParts'];

const TEXTS = '/admin/v1/organizations/{orgId}/mail-texts';
const TEXT = '/admin/v1/organizations/{orgId}/mail-texts/{kind}/{language}';
/** More than there are kinds times languages. */
const ALL = 1_000;

/** One mail in one language. */
export interface TextPlace {
  orgId: string;
  kind: string;
  language: string;
}

export const staleRoutes: ReadonlyArray<keyof paths> = [TEXTS];

export const readingTexts = (orgId: string) => reading(TEXTS, { path: { orgId }, query: { limit: ALL } });
export const readingText = (path: TextPlace) => reading(TEXT, { path });
export const textChange = (path: TextPlace, body: MailTextParts) => apiRequest('put', TEXT, { path, body });
export const textReset = (path: TextPlace) => apiRequest('delete', TEXT, { path });
export const textPreview = (path: TextPlace, body: MailTextParts) => apiRequest('post', `${TEXT}/_preview`, { path, body });

export function addressOfText({ orgId, kind, language }: TextPlace): string {
  return `/orgs/${[orgId, 'mail-texts', kind, language].map(encodeURIComponent).join('/')}`;
}

/** The language to begin with: that of the console, if mails are written in it. */
export function firstLanguage(languages: readonly string[]): string {
  return languages.find((one) => one === chosenLanguage()) ?? languages[0] ?? 'en';
}

/** In the language of the console. */
export function nameOfLanguage(language: string): string {
  return new Intl.DisplayNames([chosenLanguage()], { type: 'language' }).of(language) ?? language;
}
