// The rules of a password policy, one row each. Error messages and hints on pages use the same table.
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { PasswordPolicy } from '../../organizations/policies/policy-kinds.js';
import { isCommonPassword } from './common-passwords.js';
import { MAX_PASSWORD_BYTES } from './hash-formats.js';
import { normalizePassword } from './normalize-password.js';

/** A requirement for a password. */
export type PasswordRule = 'minLength' | 'maxBytes' | 'lower' | 'upper' | 'digit' | 'symbol' | 'noNul';

interface RuleRow {
  rule: PasswordRule;
  /** Whether the policy requires it. */
  asked(policy: PasswordPolicy): boolean;
  holds(password: string, policy: PasswordPolicy): boolean;
  words(policy: PasswordPolicy): string;
  /** Not shown before a password breaks it. */
  rare?: true;
}

const always = () => true;

const RULES: readonly RuleRow[] = [
  {
    rule: 'minLength',
    asked: always,
    holds: (password, { minLength }) => [...password].length >= minLength,
    words: ({ minLength }) => `at least ${minLength} characters`,
  },
  {
    rule: 'maxBytes',
    asked: always,
    holds: (password) => Buffer.byteLength(password) <= MAX_PASSWORD_BYTES,
    words: () => `at most ${MAX_PASSWORD_BYTES} bytes`,
    rare: true,
  },
  { rule: 'lower', asked: ({ lower }) => lower, holds: (password) => /\p{Ll}/u.test(password), words: () => 'a lower-case letter' },
  { rule: 'upper', asked: ({ upper }) => upper, holds: (password) => /\p{Lu}/u.test(password), words: () => 'an upper-case letter' },
  { rule: 'digit', asked: ({ digit }) => digit, holds: (password) => /\p{Nd}/u.test(password), words: () => 'a digit' },
  { rule: 'symbol', asked: ({ symbol }) => symbol, holds: (password) => /[^\p{L}\p{N}\s]/u.test(password), words: () => 'a symbol' },
  { rule: 'noNul', asked: always, holds: (password) => !password.includes('\0'), words: () => 'no NUL character', rare: true },
];

/** A password that violates a policy: `invalid`, with every violated rule. */
export class WeakPasswordError extends DomainError {
  constructor(
    readonly broken: readonly PasswordRule[],
    readonly isCommon: boolean,
    readonly policy: PasswordPolicy,
  ) {
    const words = RULES.filter(({ rule }) => broken.includes(rule)).map((row) => row.words(policy));
    const sentences = [
      ...(words.length > 0 ? [`The password must have ${words.join(', ')}.`] : []),
      ...(isCommon ? ['The password is one of the 100,000 most common ones.'] : []),
    ];
    super('invalid', 'password.weak', sentences.join(' '), 'password');
  }
}

/** The rules shown to a person who chooses a password. */
export function shownRules(policy: PasswordPolicy): PasswordRule[] {
  return RULES.filter(({ asked, rare }) => !rare && asked(policy)).map(({ rule }) => rule);
}

/** @throws WeakPasswordError with every violated rule */
export function assertStrong(policy: PasswordPolicy, typed: string): void {
  const password = normalizePassword(typed);
  const broken = RULES.filter(({ asked, holds }) => asked(policy) && !holds(password, policy)).map(({ rule }) => rule);
  const isCommon = policy.refuseCommon && isCommonPassword(password);
  if (broken.length > 0 || isCommon) throw new WeakPasswordError(broken, isCommon, policy);
}
