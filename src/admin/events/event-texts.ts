// Names of event types and aggregates, by language. English comes from the table of event types and is the fallback.
import { join } from 'node:path';
import { LocalizedTexts, readTextFiles, type TextsByKey } from '../../common/texts/localized-texts.js';
import { EVENT_TYPES, type EventTypeName } from '../../users/events/event-types.js';

export const AGGREGATE_TYPES: Readonly<Record<string, string>> = {
  user: 'User',
  group: 'Group',
  org: 'Organization',
  project: 'Project',
  authorization: 'Authorization',
  application: 'Application',
  instance: 'Service',
};

const ENGLISH: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(EVENT_TYPES).map(([type, { message }]) => [`EventTypes.${type}`, message])),
  ...Object.fromEntries(Object.entries(AGGREGATE_TYPES).map(([type, message]) => [`AggregateTypes.${type}`, message])),
};

export const EVENT_TEXTS: Readonly<Record<string, TextsByKey>> = { en: ENGLISH, ...readTextFiles(join(import.meta.dirname, 'texts')) };
const TEXTS = new LocalizedTexts(EVENT_TEXTS);
export const EVENT_LANGUAGES = TEXTS.languages;

/** A key and its text in one language. */
export interface Localized {
  key: string;
  localizedMessage: string;
}

export function localizedEvent(type: EventTypeName, language: string): Localized {
  return localized(`EventTypes.${type}`, language);
}

export function localizedAggregate(type: string, language: string): Localized {
  return localized(`AggregateTypes.${type}`, language);
}

function localized(key: string, language: string): Localized {
  return { key, localizedMessage: TEXTS.inLanguage(language)(key) };
}
