import { describe, expect, it } from 'vitest';
import { defaultPolicy, type PasswordPolicy } from '../../organizations/policies/policy-kinds.js';
import { assertStrong, shownRules, WeakPasswordError } from './password-rules.js';

const COMPOSED = { lower: true, upper: true, digit: true, symbol: true };
const STRICT: PasswordPolicy = { minLength: 8, minLengthWithSecondFactor: 8, ...COMPOSED, refuseCommon: false };
const LENIENT: PasswordPolicy = { ...defaultPolicy('password'), minLength: 1, refuseCommon: false };

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

  it('refuses common passwords where the policy does, and says so', () => {
    const refusing = { ...LENIENT, refuseCommon: true };
    expect(() => assertStrong(LENIENT, 'password')).not.toThrow();
    expect(() => assertStrong(refusing, 'Password')).toThrow('The password is one of the 100,000 most common ones.');
    expect(() => assertStrong({ ...refusing, minLength: 9 }, 'Password')).toThrow(
      'The password must have at least 9 characters. The password is one of the 100,000 most common ones.',
    );
    expect(() => assertStrong(refusing, 'correct horse battery staple')).not.toThrow();
  });

  it('names every broken rule in one sentence', () => {
    expect(() => assertStrong(STRICT, 'short')).toThrow(
      'The password must have at least 8 characters, an upper-case letter, a digit, a symbol.',
    );
  });
});
