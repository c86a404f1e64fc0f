import { describe, expect, it } from 'vitest';
import { belowFloor, fieldsThatEndanger, raised } from './policy-floors.js';
import { defaultPolicy, factsOf, POLICY_KINDS, type PolicyKind } from './policy-kinds.js';

const assurance = defaultPolicy('assurance');

describe('a value below its floor', () => {
  it.each([
    ['password', { minLength: 7 }, { minLength: 8 }, { minLength: 8 }],
    ['password', { digit: false }, { digit: true }, { digit: true }],
    ['lockout', { maxAttempts: 0 }, { maxAttempts: 100 }, { maxAttempts: 100 }],
    ['lockout', { maxAttempts: 11 }, { maxAttempts: 10 }, { maxAttempts: 10 }],
    ['assurance', { secondFactor: 'optional' }, { secondFactor: 'requiredForRoles' }, { secondFactor: 'requiredForRoles' }],
    ['assurance', { secondFactorRoles: ['ORG_*'] }, { secondFactorRoles: ['IAM_*'] }, { secondFactorRoles: ['ORG_*', 'IAM_*'] }],
    ['assurance', { factors: ['totp', 'sms'] }, { factors: ['totp', 'securityKey'] }, { factors: ['totp'] }],
    ['assurance', { factors: ['mail'] }, { factors: ['totp'] }, { factors: ['totp'] }],
    ['assurance', { factors: [] }, { factors: ['totp'] }, { factors: ['totp'] }],
    ['assurance', { passwordAllowed: true }, { passwordAllowed: false }, { passwordAllowed: false }],
    ['assurance', { rememberBrowserDays: 30 }, { rememberBrowserDays: 0 }, { rememberBrowserDays: 0 }],
  ] as const)('%s %o is raised by %o', (kind: PolicyKind, value, floor, after) => {
    expect(raised(kind, { ...defaultPolicy(kind), ...value }, floor)).toMatchObject(after);
    expect(belowFloor(kind, value, floor)).toHaveLength(1);
  });

  it.each([
    ['password', { minLength: 9 }, { minLength: 8 }],
    ['lockout', { maxAttempts: 3 }, { maxAttempts: 0 }],
    ['assurance', { secondFactor: 'required' }, { secondFactor: 'requiredForRoles' }],
    ['assurance', { factors: ['securityKey'] }, { factors: ['totp', 'securityKey'] }],
    ['assurance', { offerPasskeys: false }, { offerPasskeys: true }],
  ] as const)('is none: %s %o with the floor %o', (kind: PolicyKind, value, floor) => {
    const policy = { ...defaultPolicy(kind), ...value };
    expect(raised(kind, policy, floor)).toBe(policy);
  });
});

describe('a change endangers people', () => {
  it.each([
    [{ secondFactor: 'off' }, ['secondFactor']],
    [{ passkeys: 'required', passwordAllowed: false, graceDays: 0 }, ['passwordAllowed']],
    [{ factors: ['totp'] }, ['factors']],
    [{ factors: ['totp', 'securityKey', 'mail'] }, ['factors']],
    [{ sessionSeconds: 60, secondFactor: 'required' }, []],
    [{ offerPasskeys: false }, []],
  ] as const)('%o in %o', (change, fields) => {
    expect(fieldsThatEndanger('assurance', assurance, { ...assurance, ...change } as never)).toEqual(fields);
  });

  it('also where a stricter value lets anybody lock them, or their login names change', () => {
    expect(fieldsThatEndanger('lockout', { maxAttempts: 10, lockSeconds: 900 }, { maxAttempts: 1, lockSeconds: 900 })).toEqual([
      'maxAttempts',
    ]);
    expect(
      fieldsThatEndanger(
        'domain',
        { userLoginMustBeDomain: true, suffixAddresses: false },
        { userLoginMustBeDomain: false, suffixAddresses: false },
      ),
    ).toEqual(['userLoginMustBeDomain']);
  });
});

it('the default of a field is not below the floor of the product', () => {
  for (const kind of Object.keys(POLICY_KINDS) as PolicyKind[]) {
    const floors = Object.fromEntries(Object.entries(factsOf(kind).fields).map(([name, { floor }]) => [name, floor]));
    expect(belowFloor(kind, defaultPolicy(kind), floors as never)).toEqual([]);
  }
});

it('every field says which values are stronger, but those that protect no user', () => {
  const without = (Object.keys(POLICY_KINDS) as PolicyKind[]).flatMap((kind) => {
    const names = Object.entries(factsOf(kind).fields).flatMap(([name, { stronger }]) => (stronger === undefined ? [name] : []));
    return names.length === 0 ? [] : [`${kind}: ${names.length === Object.keys(factsOf(kind).fields).length ? 'all' : names.join(', ')}`];
  });
  expect(without).toEqual([
    'registration: all',
    'look: all',
    'signIn: all',
    'assurance: offerPasskeys',
    'account: all',
    'removedPeople: all',
    'domain: all',
    'addressLimits: all',
    'limits: all',
  ]);
});
