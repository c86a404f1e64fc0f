// Numbers and moments in the language of the console. Each format is made when it is first used: making one takes longer than drawing a small page.
import { chosenLanguage } from './language.ts';

function lazily<F extends { format: unknown }>(make: (language: string) => F): () => F {
  let made: F | undefined;
  return () => (made ??= make(chosenLanguage()));
}

const number = lazily((language) => new Intl.NumberFormat(language));
const day = lazily((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }));
const localDay = lazily((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));
const moment = lazily((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));

export const formatNumber = (value: number): string => number().format(value);

/** The service counts by days in UTC. @param date as in `2026-03-01` */
export const formatDay = (date: string): string => day().format(new Date(date));

/** In the person's own time zone. @param at ISO 8601 */
export const formatMoment = (at: string): string => moment().format(new Date(at));

/** The same without the time of day. */
export const formatDayOf = (at: string): string => localDay().format(new Date(at));
