import { expect, it } from 'vitest';
import { wantedLocales } from './locales.js';

it.each([
  ['de-CH en', 'fr', ['de-CH', 'en', 'fr']],
  [undefined, 'en;q=0.5, de-CH, fr;q=0.9, it;q=0', ['de-CH', 'fr', 'en']],
  ['de', 'de, *;q=0.1', ['de']],
  ['<script> ../etc x', undefined, []],
  [undefined, undefined, []],
  ['de ', ';;,q=1', ['de']],
])('ui_locales %j with Accept-Language %j: %j', (uiLocales, acceptLanguage, tags) =>
  expect(wantedLocales(uiLocales, acceptLanguage)).toEqual(tags),
);

it('looks at ten', () => {
  const many = Array.from({ length: 100 }, (_, n) => `de-${String(n).padStart(3, '0')}`).join(' ');
  expect(wantedLocales(many, undefined)).toHaveLength(10);
});
