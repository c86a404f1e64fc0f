import { describe, expect, it } from 'vitest';
import { amrOf, levelOf, withChecks, type Check } from './checks.js';
import { stillMissing, type Demand, type Terms } from './still-missing.js';

const NOW = 1_000_000;
const TERMS: Terms = {
  required: 1,
  passwordAllowed: true,
  mailedSignIn: true,
  lives: { password: 1_000, directory: 800, secondFactor: 500, passkey: 1_000, browser: 10_000 },
  allowed: ['totp', 'securityKey', 'passkey'],
  own: [],
  grace: undefined,
  generation: 3,
};
const check = (method: Check['method'], age = 0): Check => ({ method, at: NOW - age });
const fresh = (method: Check['method'], age = 0): Check => ({ ...check(method, age), isFresh: true });
const missing = (terms: Partial<Terms>, demand: Demand, ...checks: Check[]) => stillMissing({ ...TERMS, ...terms }, demand, checks, NOW);
const SECOND = { required: 2, own: ['totp', 'recovery'] } as const;

describe('what is still missing', () => {
  it('is the first factor while there is none that counts', () => {
    expect(missing({}, {})).toEqual({ kind: 'first' });
    expect(missing({}, {}, check('pwd', 1_001))).toEqual({ kind: 'first' });
    expect(missing({ passwordAllowed: false }, {}, check('pwd'))).toEqual({ kind: 'first' });
    expect(missing({}, {}, check('totp'))).toEqual({ kind: 'first' });
    expect(missing({}, {}, check('pwd'))).toBeUndefined();
  });

  it('is one of the own second factors, and nothing once one was passed', () => {
    expect(missing(SECOND, {}, check('pwd'))).toEqual({ kind: 'second', factors: ['totp', 'recovery'] });
    expect(missing(SECOND, {}, check('pwd'), check('totp', 500))).toBeUndefined();
    expect(missing(SECOND, {}, check('pwd'), check('totp', 501))).toMatchObject({ kind: 'second' });
    expect(missing(SECOND, {}, check('passkey'))).toBeUndefined();
  });

  it('is a factor to be set up, by a person who has just signed in', () => {
    expect(missing({ required: 2 }, {}, fresh('pwd', 600))).toEqual({ kind: 'enrol', factors: ['totp', 'securityKey', 'passkey'] });
    expect(missing({ required: 2 }, {}, fresh('pwd', 601))).toEqual({ kind: 'first' });
    expect(missing({ required: 2 }, {}, check('pwd'))).toEqual({ kind: 'first' });
    expect(missing({ required: 2, own: ['recovery'] }, {}, fresh('pwd'))).toMatchObject({ kind: 'enrol' });
    expect(missing({ required: 2, allowed: [] }, {}, check('pwd'))).toEqual({ kind: 'unmet' });
  });

  it('is the own second factor before a stronger one is set up, shown just now, or a recovery code for it', () => {
    const stronger = { ...SECOND, required: 3 } as const;
    expect(missing(stronger, {}, fresh('pwd'))).toEqual({ kind: 'second', factors: ['totp', 'recovery'] });
    expect(missing({ own: ['mail'] }, { levels: [3], isEssential: true }, fresh('pwd'))).toEqual({ kind: 'second', factors: ['mail'] });
    const long = { ...stronger, lives: { ...TERMS.lives, secondFactor: 1_000 } };
    for (const totp of [check('totp'), fresh('totp', 601)])
      expect(missing(long, {}, fresh('pwd'), totp)).toEqual({ kind: 'second', factors: ['totp', 'recovery'] });
    for (const pwd of [check('pwd'), fresh('pwd', 601)]) expect(missing(long, {}, pwd, fresh('totp'))).toEqual({ kind: 'first' });
    for (const method of ['totp', 'recovery'] as const)
      expect(missing(stronger, {}, fresh('pwd'), fresh(method))).toEqual({ kind: 'enrol', factors: ['securityKey', 'passkey'] });
  });

  it('is the first factor for max_age if the time of the sign-in with a provider is not known, however late its answer came', () => {
    const undated = { ...check('directory'), isUndated: true };
    expect(missing({}, {}, undated)).toBeUndefined();
    for (const demand of [{ maxAge: 600 }, { maxAge: 600, since: 0 }]) {
      expect(missing({}, demand, undated)).toEqual({ kind: 'first' });
      expect(missing({}, demand, check('directory'))).toBeUndefined();
    }
  });

  it('takes a remembered browser for the policy, in the same state of the factors, and for no application', () => {
    const remembered = { ...check('browser', 9_000), generation: 3 };
    expect(missing(SECOND, {}, check('pwd'), remembered)).toBeUndefined();
    expect(missing(SECOND, {}, check('pwd'), { ...remembered, generation: 2 })).toMatchObject({ kind: 'second' });
    expect(missing(SECOND, {}, check('pwd'), { ...remembered, at: NOW - 10_001 })).toMatchObject({ kind: 'second' });
    expect(missing(SECOND, { levels: [2] }, check('pwd'), remembered)).toMatchObject({ kind: 'second' });
    expect(missing({ ...SECOND, required: 3 }, {}, fresh('pwd'), remembered)).toEqual({ kind: 'second', factors: ['totp', 'recovery'] });
    expect(missing(SECOND, {}, remembered)).toEqual({ kind: 'first' });
  });

  it('follows what an application asks for as far as the person gets, and further only where it must be', () => {
    expect(missing({ own: ['totp'] }, { levels: [2] }, check('pwd'))).toEqual({ kind: 'second', factors: ['totp'] });
    expect(missing({ own: ['totp'] }, { levels: [3, 2] }, check('pwd'))).toEqual({ kind: 'second', factors: ['totp'] });
    expect(missing({ own: ['totp', 'securityKey'] }, { levels: [3, 2] }, check('pwd'))).toEqual({
      kind: 'second',
      factors: ['securityKey'],
    });
    expect(missing({ own: ['totp'] }, { levels: [3] }, check('pwd'))).toBeUndefined();
    expect(missing({ own: ['totp'] }, { levels: [3], isEssential: true }, fresh('pwd'), fresh('totp'))).toEqual({
      kind: 'enrol',
      factors: ['securityKey', 'passkey'],
    });
    expect(missing({ allowed: ['totp'] }, { levels: [3], isEssential: true }, check('pwd'))).toEqual({ kind: 'unmet' });
  });

  it('is what a sign-in takes, all of it made just now, before what signs in is changed', () => {
    const change = { isForChange: true };
    expect(missing({}, change, check('pwd'))).toEqual({ kind: 'first' });
    expect(missing({}, change, fresh('pwd'))).toBeUndefined();
    expect(missing(SECOND, change, fresh('pwd'), check('totp'))).toMatchObject({ kind: 'second' });
    expect(missing(SECOND, change, fresh('pwd'), { ...check('browser'), generation: 3 })).toMatchObject({ kind: 'second' });
    expect(missing(SECOND, change, fresh('pwd'), fresh('totp'))).toBeUndefined();
  });

  it('counts only what is young enough for max_age, or was proven in this very sign-in', () => {
    const both = [check('pwd', 100), check('totp', 10)];
    expect(missing(SECOND, { maxAge: 100 }, ...both)).toBeUndefined();
    expect(missing(SECOND, { maxAge: 99 }, ...both)).toEqual({ kind: 'first' });
    expect(missing(SECOND, { maxAge: 9 }, check('pwd', 5), check('totp', 10))).toMatchObject({ kind: 'second' });
    expect(missing(SECOND, { maxAge: 0, since: NOW - 100 }, ...both)).toBeUndefined();
    expect(missing(SECOND, { maxAge: 0, since: NOW - 99 }, ...both)).toEqual({ kind: 'first' });
    const remembered = { ...check('browser', 5), generation: 3 };
    expect(missing(SECOND, { maxAge: 100 }, check('pwd'), remembered)).toMatchObject({ kind: 'second' });
  });
});

describe('checks', () => {
  it.each([
    [[], 0, []],
    [['totp'], 0, ['otp']],
    [['pwd'], 1, ['pwd']],
    [['pwd', 'browser'], 1, ['pwd']],
    [['pwd', 'totp'], 2, ['pwd', 'otp', 'mfa']],
    // The reader of the mailbox can reset the password.
    [['pwd', 'mail'], 1, ['pwd', 'otp']],
    [['pwd', 'sms'], 2, ['pwd', 'otp', 'sms', 'mfa']],
    [['pwd', 'securityKey'], 3, ['pwd', 'hwk', 'user', 'mfa']],
    [['passkey'], 3, ['swk', 'user', 'mfa']],
  ] as const)('%j reach level %i and are told as %j', (methods, level, amr) => {
    expect([levelOf(methods), amrOf(methods.map((method) => ({ method })))]).toEqual([level, amr]);
  });

  it('with a synced key are told as no hardware', () => {
    expect(amrOf([check('pwd'), { ...check('securityKey'), isSynced: true }])).toEqual(['pwd', 'swk', 'user', 'mfa']);
  });

  it('with a mailed code satisfy a policy that takes it, and no application that asks for two factors', () => {
    const mail = { required: 2, own: ['mail'], allowed: ['mail', 'totp'] } as const;
    expect(missing(mail, {}, check('pwd'))).toEqual({ kind: 'second', factors: ['mail'] });
    expect(missing(mail, { levels: [2] }, check('pwd'), check('mail'))).toBeUndefined();
    const essential = { levels: [2], isEssential: true } as const;
    expect(missing(mail, essential, fresh('pwd'), fresh('mail'))).toEqual({ kind: 'enrol', factors: ['totp'] });
    expect(missing({ ...mail, own: ['mail', 'totp'] }, essential, check('pwd'), check('mail'))).toEqual({
      kind: 'second',
      factors: ['totp'],
    });
  });

  it('of one method replace each other', () => {
    expect(withChecks([check('pwd', 9), check('totp', 9)], [check('pwd')])).toEqual([check('totp', 9), check('pwd')]);
  });
});
