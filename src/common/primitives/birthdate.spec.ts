import { describe, expect, it } from 'vitest';
import { isBirthdate } from './birthdate.js';

describe('a birth date', () => {
  it.each(['1990-02-28', '2000-02-29', '0000-02-29', '0000-12-31', '1990', '0001', '9999-12-31'])('%s is one', (text) =>
    expect(isBirthdate(text)).toBe(true),
  );
  it.each([
    '1990-02-29',
    '1900-02-29',
    '2001-02-30',
    '1990-04-31',
    '1990-13-01',
    '1990-00-01',
    '1990-01-00',
    '0000',
    '1990-02',
    '19900228',
    '28.02.1990',
    '1990-2-8',
    '-0001-01-01',
    '1990-02-28T00:00:00Z',
    '1990-02-28\n',
    '１９９０',
    '',
  ])('%j is none', (text) => expect(isBirthdate(text)).toBe(false));
});
