/** Formats of string values and how they are normalized: one row per format, used by the attribute tables. */
import { isBirthdate } from '../../../common/primitives/birthdate.js';
import { isEmailAddress } from '../../../common/primitives/email-address.js';
import { isWebAddress } from '../../../common/primitives/parsed-url.js';
import { versionOf } from '../wire/entity-tag.js';
import { compactPhone } from '../../../users/directory/people/person/person.js';
import type { SwitchName } from './dialect.js';
import { WINDOWS_TIME_ZONES } from './windows-time-zones.js';

export interface Normalizer {
  /** The kind of value, as named in the provisioning log. */
  readonly kind: string;
  /** Completes the sentence "... must be ...". */
  readonly expects: string;
  /** The normalized string, `''` if nothing remains, `undefined` if the format doesn't match. */
  readonly accept: (text: string) => string | undefined;
  /** Further formats accepted from clients with this switch. */
  readonly tolerated?: { readonly by: SwitchName; readonly accept: (text: string) => string | undefined };
  /** Normalizes a filter operand, or a part of a value, like stored values. */
  readonly operand?: (text: string) => string;
}

/** Control characters and lone surrogates, because engines store and compare them differently. The last code point marks "no value". */
export const UNSTORABLE = /[\p{Cc}\p{Cs}\u{10FFFF}]/u;
const UNSTORABLE_IN_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}\u{10FFFF}]/u;

const PHONE = /^\+?\d{1,50}(?:;ext=\d{1,20})?$/;
/** RFC 3986 section 4.1: absolute or relative, without white space and other characters that a URI must not contain. */
const URI_FORM = /^[^\s"<>\\^`{|}]+$/;
const BASE64_FORM = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * A string whose surrounding spaces are insignificant.
 * Deviation: a blank text means "not set" (RFC 7643 section 2.5 knows only null and []), because directories clear a value by sending "".
 */
function trimmed(kind: string, expects: string, accept: (text: string) => string | undefined): Normalizer {
  return {
    kind,
    expects,
    accept: (given) => {
      const text = given.trim();
      return text === '' ? '' : accept(text);
    },
  };
}

export const TEXT = trimmed('text', 'a string without control characters', (text) => (UNSTORABLE.test(text) ? undefined : text));

export const LINES = trimmed('text', 'a string without control characters other than tabs and line breaks', (text) =>
  UNSTORABLE_IN_LINES.test(text) ? undefined : text,
);

/** A string stored verbatim: an identifier of the caller. It has no trailing spaces, because not every engine distinguishes them. */
export const EXACT: Normalizer = {
  kind: 'identifier',
  expects: `${TEXT.expects} and without trailing spaces`,
  accept: (text) => (UNSTORABLE.test(text) || /\s$/.test(text) ? undefined : text),
};

/** A non-empty string kept verbatim: a password. */
export const SECRET: Normalizer = {
  kind: 'password',
  expects: 'a string of at least one character without control characters',
  accept: (text) => (text === '' || UNSTORABLE.test(text) ? undefined : text),
};

export const EMAIL_ADDRESS = trimmed('e-mail address', 'an e-mail address such as name@example.com', (text) =>
  !UNSTORABLE.test(text) && isEmailAddress(text) ? text : undefined,
);

/**
 * Compact form, without guessing a country code: `tel:+41 71 123-45.67` -> `+41711234567` (RFC 7643 section 4.1.2, spec). An extension is
 * kept in the form of RFC 3966 section 5.3: `+1 425 555 0100 ext 7` -> `+14255550100;ext=7`.
 */
export const PHONE_NUMBER: Normalizer = {
  ...trimmed('phone number', 'a phone number of digits with an optional leading plus and extension', (text) => {
    const compact = compactPhone(text);
    return PHONE.test(compact) ? compact : undefined;
  }),
  operand: compactPhone,
};

export const WEB_ADDRESS = trimmed('URL', 'an absolute http or https URL', (text) =>
  !UNSTORABLE.test(text) && isWebAddress(text) ? text : undefined,
);

export const BIRTHDATE = trimmed('birth date', 'a date such as 1990-12-31, 0000-12-31 without the year, or a year', (text) =>
  isBirthdate(text) ? text : undefined,
);

export const URI_REFERENCE = trimmed('URI', 'a URI, absolute or relative', (text) =>
  !UNSTORABLE.test(text) && URI_FORM.test(text) ? text : undefined,
);

/** RFC 4648 sections 4 and 5; line breaks are ignored. */
export const BASE64: Normalizer = {
  ...trimmed('base64', 'base64', (text) => {
    const compact = withoutSpace(text);
    return BASE64_FORM.test(compact) ? compact : undefined;
  }),
  operand: withoutSpace,
};

/**
 * RFC 5646 language tag in its canonical spelling: `en-us` -> `en-US`.
 * Deviation: an underscore counts as a hyphen, because directories send `en_US`, which RFC 7643 section 8.7.1 also shows.
 */
export const LANGUAGE_TAG: Normalizer = {
  ...trimmed('language tag', 'a language tag such as en or de-CH (BCP 47)', (text) => canonicalTag(hyphenated(text))),
  operand: hyphenated,
};

/**
 * The language of a person: a tag, or a list of tags like Accept-Language (RFC 7643 section 4.1.1). Of a list, the preferred tag is kept,
 * or the first of equally preferred ones. `*` and tags that aren't acceptable (a quality of 0, RFC 9110 section 12.4.2) name no language.
 */
export const PREFERRED_LANGUAGE: Normalizer = { ...LANGUAGE_TAG, accept: (text) => LANGUAGE_TAG.accept(likedBest(text)) };

/** Tags registered before the grammar existed (RFC 5646 section 2.2.8), as far as the grammar doesn't cover them. */
const IRREGULAR = new Set(
  'en-GB-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu sgn-BE-FR sgn-BE-NL sgn-CH-DE'
    .toLowerCase()
    .split(' '),
);
/**
 * RFC 5646 section 2.1: language with its extended subtags, script, region, variants, extensions, private use. No subtag fits two of these.
 */
function isWellFormed(tag: string): boolean {
  const parts = tag.toLowerCase().split('-');
  let at = 0;
  const take = (form: RegExp, most = Infinity) => {
    const start = at;
    while (at - start < most && form.test(parts[at] ?? '')) at++;
    return at > start;
  };
  if (parts[0] !== 'x') {
    if (take(/^[a-z]{2,3}$/, 1)) take(/^[a-z]{3}$/, 3);
    else if (!take(/^[a-z]{4,8}$/, 1)) return false;
    take(/^[a-z]{4}$/, 1);
    take(/^(?:[a-z]{2}|\d{3})$/, 1);
    take(/^(?:[a-z\d]{5,8}|\d[a-z\d]{3})$/);
    while (take(/^[a-wyz\d]$/, 1)) if (!take(/^[a-z\d]{2,8}$/)) return false;
  }
  if (take(/^x$/, 1) && !take(/^[a-z\d]{1,8}$/)) return false;
  return at === parts.length;
}

/** The engine canonicalizes the tags of Unicode, which are most of those of RFC 5646; others get the spelling of its section 2.1.1. */
function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return isWellFormed(tag) || IRREGULAR.has(tag.toLowerCase()) ? usualSpelling(tag) : undefined;
  }
}

/** Regions in capitals, scripts with an initial capital, the rest in lower case. */
function usualSpelling(tag: string): string {
  return tag
    .toLowerCase()
    .split('-')
    .map((part, index, parts) => {
      if (index === 0 || parts[index - 1]?.length === 1) return part;
      if (part.length === 2) return part.toUpperCase();
      return /^[a-z]{4}$/.test(part) ? `${part[0]?.toUpperCase()}${part.slice(1)}` : part;
    })
    .join('-');
}

/** The version of a resource, as its entity tag or the bare number. */
export const VERSION: Normalizer = {
  kind: 'entity tag',
  expects: 'an entity tag such as W/"3"',
  accept: (text) => versionOf(text)?.toString(),
};

/** A name from the IANA time zone database; offsets such as +01:00 are not names. */
export const TIME_ZONE: Normalizer = {
  ...trimmed('time zone', 'an IANA time zone such as Europe/Zurich', (text) => {
    try {
      return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) ? text : undefined;
    } catch {
      return undefined;
    }
  }),
  tolerated: { by: 'windowsTimeZones', accept: (text) => WINDOWS_TIME_ZONES.get(text.trim().toLowerCase()) },
};

function likedBest(text: string): string {
  const ranges = text.split(',').map((range) => {
    const [tag = '', quality] = range.split(/;\s*q\s*=/i);
    const weight = quality === undefined ? 1 : Number(quality);
    return Number.isNaN(weight) ? { tag: range, quality: 1 } : { tag, quality: weight };
  });
  const liked = ranges.filter(({ tag, quality }) => tag.trim() !== '*' && quality !== 0);
  return liked.reduce((best, range) => (range.quality > best.quality ? range : best), { tag: '', quality: 0 }).tag;
}

function hyphenated(text: string): string {
  return text.replaceAll('_', '-');
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '');
}
