import { describe, expect, it } from 'vitest';
import { nameFault, unlinked } from './linked-names.js';

describe('a name in a mail', () => {
  it.each([
    ['https://evil.example/a', 'https: //evil. example/a'],
    ['www.1und1.de', 'www. 1und1. de'],
    ['Booking.com', 'Booking. com'],
    ['evil。example', 'evil。 example'],
    ['eve@evil.example', 'eve@ evil. example'],
    [String.raw`\\evil\share`, String.raw`\ \ evil\ share`],
    ['mailto:eve', 'mailto: eve'],
    ['J.R. Smith Inc.', 'J. R. Smith Inc.'],
    ['Acme 2.0 (10:30)', 'Acme 2.0 (10:30)'],
    ['', ''],
  ])('is no link: %s', (name, shown) => expect(unlinked(name)).toBe(shown));

  it.each([
    'https://evil.example',
    'WWW.evil.example',
    'eve@evil',
    'evil.example/login',
    'evil.example:81',
    String.raw`\\evil\a`,
    'MailTo:x',
  ])('is refused as a new one: %s', (name) => expect(nameFault(name)).toContain('an address'));
  it.each(['Booking.com', 'Acme Inc.', 'A/B Testing', 'Node.js: the basics', 'at 10:30 @ home', 'Müller & Söhne'])(
    'is taken as a new one: %s',
    (name) => expect(nameFault(name)).toBeUndefined(),
  );
});
