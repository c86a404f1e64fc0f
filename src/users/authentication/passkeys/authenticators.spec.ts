import { expect, it } from 'vitest';
import { authenticatorName } from './authenticators.js';

it('well-known authenticators have the names of their providers, and others none', () => {
  expect(authenticatorName('ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4')).toBe('Google Password Manager');
  expect(authenticatorName('d3452668-01fd-4c12-926c-83a4204853aa')).toBe('Microsoft Password Manager');
  for (const unknown of ['00000000-0000-0000-0000-000000000000', 'constructor', '']) expect(authenticatorName(unknown)).toBeUndefined();
});
