import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.js';
import { DIGEST_BYTES } from './common-password-digest.mjs';

describe('the common passwords', () => {
  it.each(['123456', 'password', 'qwerty', 'iloveyou', 'trustno1', 'football', '1q2w3e4r5t', 'qwertyuiop12', 'q1w2e3r4t5y6', 'aª»'])(
    'have %s, whatever its case',
    (password) => {
      expect([password, password.toUpperCase(), `${password[0]?.toUpperCase()}${password.slice(1)}`].map(isCommonPassword)).toEqual([
        true,
        password.toUpperCase().toLowerCase() === password,
        true,
      ]);
    },
  );

  it.each(['', 'Correct-Horse-7', 'correct horse battery staple', '密码很长的一句话没有人用', 'password '])(
    'do not have %j',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it('are as many as the documents say, and take none of 100,000 others for one of them', () => {
    expect(statSync(new URL('./common-passwords.bin', import.meta.url)).size / DIGEST_BYTES).toBe(96_518);
    const others = Array.from({ length: 100_000 }, (_, i) => `nobody has this password ${i}`);
    expect(others.filter(isCommonPassword)).toEqual([]);
  });
});
