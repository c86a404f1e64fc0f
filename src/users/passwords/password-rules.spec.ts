import { describe, expect, it } from 'vitest';
import type { PasswordPolicy } from '../policies/policies.service.js';
import { assertStrong, shownRules, WeakPasswordError } from './password-rules.js';

const STRICT: PasswordPolicy = { minLength: 8, lower: true, upper: true, digit: true, symbol: true };
const LENIENT: PasswordPolicy = { minLength: 1, lower: false, upper: false, digit: false, symbol: false };

function brokenBy(password: string, policy = STRICT): readonly string[] {
  try {
    assertStrong(policy, password);
    return [];
  } catch (error) {
    return (error as WeakPasswordError).broken;
  }
}

describe('the rules of passwords', () => {
  it.each([
    ['Correct-Horse-7', []],
    ['', ['minLength', 'lower', 'upper', 'digit', 'symbol']],
    ['Ünïcødé-١x', []],
    ['🔑🔑🔑🔑🔑🔑🔑🔑', ['lower', 'upper', 'digit']],
    [`Aa1-${'x'.repeat(68)}`, []],
    [`Aa1-${'x'.repeat(69)}`, ['maxBytes']],
    ['Aa1-\0xxxx', ['noNul']],
  ])('%j breaks %j', (password, broken) => {
    expect(brokenBy(password)).toEqual(broken);
  });

  it('tells what a policy asks for, and no more', () => {
    expect(shownRules(STRICT)).toEqual(['minLength', 'lower', 'upper', 'digit', 'symbol']);
    expect(shownRules(LENIENT)).toEqual(['minLength']);
    expect(brokenBy('x', LENIENT)).toEqual([]);
  });

  it('names every broken rule in one sentence', () => {
    expect(() => assertStrong(STRICT, 'short')).toThrow(
      'The password must have at least 8 characters, an upper-case letter, a digit, a symbol.',
    );
  });
});
