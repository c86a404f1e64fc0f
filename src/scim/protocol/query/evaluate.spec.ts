import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matches, type JsonObject } from './evaluate.js';
import { parseFilter } from './filter.js';
import { resolveFilter } from './resolve.js';
import { USER } from '../schema/user.schema.js';

const FULL = JSON.parse(readFileSync(new URL('../samples/rfc7643-8.2-user-full.json', import.meta.url), 'utf8')) as JsonObject;
const fits = (text: string) => matches(resolveFilter(parseFilter(text), USER), FULL);

describe('the meaning of a filter on the user of RFC 7643 section 8.2', () => {
  it.each([
    'userName eq "BJENSEN@example.com"',
    'userName sw "bj" and userName ew ".COM" and userName co "@"',
    'id eq "2819c223-7f76-453a-919d-413861904646"',
    'active eq true and active ne false',
    'userName gt "BJ" and userName ge "bjensen@example.com" and userName lt "Bk" and userName le "bjensen@example.com"',
    'profileUrl gt "https://Login" and emails lt "babt" and title gt ""',
    'name.familyName eq "jensen"',
    'name pr and emails pr and title pr',
    'emails eq "BABS@jensen.org"',
    'emails[type eq "home" and value sw "babs"]',
    'emails[type eq "WORK"].primary eq true',
    'emails[primary eq false and type eq "home"]',
    'emails.type ne "work"',
    'not (emails[type eq "other"])',
    'addresses[locality eq "hollywood" and type eq "home"]',
    'meta.created eq "2010-01-23T05:56:22.000000+01:00"',
    'meta.created lt "2010-01-23T04:56:23Z"',
    'meta.lastModified gt "2011-05-13T04:42:33.999999Z" and meta.lastModified le "2011-05-13T04:42:34Z"',
    'title ne "Guide" and title ne null',
    'locale eq null or locale eq "EN-us"',
  ])('%s is true', (text) => {
    expect(fits(text)).toBe(true);
  });

  it.each([
    'id eq "2819C223-7F76-453A-919D-413861904646"',
    'profileUrl eq "https://login.example.com/BJensen"',
    'userName gt "bjensen@example.com" or userName lt "bjensen@example.com" or userName le "BJ" or title le ""',
    'emails[type eq "home" and value co "example.com"]',
    'emails[type eq "home"].primary eq true',
    'emails.value ne "x" and active eq false',
    'title eq null',
    'not (title pr)',
    'roles pr',
    'roles.value ne "admin"',
    'meta.created gt "2010-01-23T04:56:22Z"',
  ])('%s is false', (text) => {
    expect(fits(text)).toBe(false);
  });

  it('texts are ordered by code point, not by unit of 16 bits', () => {
    const smile = (text: string) => matches(resolveFilter(parseFilter(text), USER), { title: '\u{1F600}' });
    expect(smile('title gt "\uffe5"')).toBe(true);
    expect(smile('title lt "\uffe5"')).toBe(false);
  });

  it('ne with an absent value is true, every other comparison with it false', () => {
    const without = (text: string) => matches(resolveFilter(parseFilter(text), USER), {});
    expect(without('title ne "x"')).toBe(true);
    expect(without('not (title eq "x")')).toBe(true);
    for (const op of ['eq', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']) expect(without(`title ${op} "x"`)).toBe(false);
    expect(without('active eq false')).toBe(false);
    expect(without('emails.value ne "x"')).toBe(false);
  });
});
