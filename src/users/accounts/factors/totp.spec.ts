import { generate } from 'lean-qr';
import { expect, it } from 'vitest';
import { newTotpSecret, totpUri } from './totp.js';

const LONGEST = 200;
/** Most modules per side that cameras can resolve in the image on the page. */
const MOST_MODULES = 125;

it.each(['Example', '\u7e54', '\u{1f600}', '%'])(
  'the picture of a secret can be made and read whatever the names are: %s, as long as it may be',
  (name) => {
    const long = name.repeat(LONGEST).slice(0, LONGEST);
    const uri = totpUri(newTotpSecret(), { organization: long, host: 'login.example.com', account: `${long}@${'b'.repeat(60)}.example` });
    expect(generate(uri).size).toBeLessThanOrEqual(MOST_MODULES);
    expect(new URL(uri).searchParams.get('issuer')).toMatch(/\(login\.example\.com\)$/);
  },
);

it('names that are short stand in it as they are', () => {
  const uri = totpUri('A'.repeat(32), { organization: 'Example Ltd', host: 'id.example.com', account: 'mary@example.com' });
  expect(decodeURIComponent(uri)).toContain('otpauth://totp/Example Ltd (id.example.com):mary@example.com?');
});
