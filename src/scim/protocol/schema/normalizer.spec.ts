import { describe, expect, it } from 'vitest';
import {
  EMAIL_ADDRESS,
  EXACT,
  LANGUAGE_TAG,
  LINES,
  PHONE_NUMBER,
  PREFERRED_LANGUAGE,
  SECRET,
  TEXT,
  TIME_ZONE,
  WEB_ADDRESS,
} from './normalizer.js';

const KINDS = { TEXT, LINES, EXACT, SECRET, EMAIL_ADDRESS, PHONE_NUMBER, WEB_ADDRESS, LANGUAGE_TAG, PREFERRED_LANGUAGE, TIME_ZONE };
type Kind = keyof typeof KINDS;

describe('kinds of text', () => {
  it.each<[Kind, string, string]>([
    ['TEXT', ' Zoé ', 'Zoé'],
    ['TEXT', '   ', ''],
    ['TEXT', '👩‍🚀', '👩‍🚀'],
    ['LINES', 'One Street\r\n\tTown', 'One Street\r\n\tTown'],
    ['EXACT', ' 701984', ' 701984'],
    ['SECRET', ' pass word ', ' pass word '],
    ['EMAIL_ADDRESS', 'a.b+c@example.com ', 'a.b+c@example.com'],
    ['EMAIL_ADDRESS', 'jörg@bücher.example', 'jörg@bücher.example'],
    ['EMAIL_ADDRESS', 'root@localhost', 'root@localhost'],
    ['PHONE_NUMBER', '+41 71 123-45.67', '+41711234567'],
    ['PHONE_NUMBER', '(555) 555-5555', '5555555555'],
    ['PHONE_NUMBER', '030/123 45', '03012345'],
    ['PHONE_NUMBER', 'tel:+1-201-555-0123', '+12015550123'],
    ['WEB_ADDRESS', 'https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['LANGUAGE_TAG', 'de-ch', 'de-CH'],
    ['LANGUAGE_TAG', 'en_us', 'en-US'],
    ['PREFERRED_LANGUAGE', 'en_US', 'en-US'],
    ['PREFERRED_LANGUAGE', 'da, en-gb;q=0.8, en;q=0.7', 'da'],
    ['PREFERRED_LANGUAGE', 'en;q=0.2,de-ch;q=0.9 , fr; q=0.9', 'de-CH'],
    ['PREFERRED_LANGUAGE', ' ', ''],
    ['PREFERRED_LANGUAGE', '*, fr;q=0.5', 'fr'],
    ['PREFERRED_LANGUAGE', 'de;q=0, fr;q=0.1', 'fr'],
    ['PREFERRED_LANGUAGE', '*', ''],
    // RFC 5646 section 2.1, which allows more tags than Unicode does.
    ['LANGUAGE_TAG', 'zh-CMN-hans-cn', 'zh-cmn-Hans-CN'],
    ['LANGUAGE_TAG', 'X-Whatever', 'x-whatever'],
    ['LANGUAGE_TAG', 'i-Klingon', 'i-klingon'],
    ['LANGUAGE_TAG', 'en-gb-oed', 'en-GB-oed'],
    ['TIME_ZONE', 'Europe/Zurich', 'Europe/Zurich'],
  ])('%s keeps %j as %j', (kind, given, kept) => {
    expect(KINDS[kind].accept(given)).toBe(kept);
  });

  it.each<[Kind, string]>([
    ['TEXT', 'a\u0000b'],
    ['TEXT', 'a\nb'],
    ['TEXT', 'a\u009fb'],
    ['TEXT', 'a\ud800b'],
    ['LINES', 'a\u0000b'],
    ['EXACT', 'a\u0007'],
    ['EXACT', '701984 '],
    ['TEXT', 'a\u{10FFFF}'],
    ['SECRET', ''],
    ['SECRET', 'a\u0000b'],
    ['EMAIL_ADDRESS', 'nobody'],
    ['EMAIL_ADDRESS', '@example.com'],
    ['EMAIL_ADDRESS', 'a@b@c'],
    ['EMAIL_ADDRESS', 'a b@example.com'],
    ['EMAIL_ADDRESS', 'a@-example.com'],
    ['EMAIL_ADDRESS', 'a@example..com'],
    ['PHONE_NUMBER', '555-CALL'],
    ['PHONE_NUMBER', '+'],
    ['PHONE_NUMBER', '1+2'],
    ['WEB_ADDRESS', 'javascript:alert(1)'],
    ['WEB_ADDRESS', 'example.com'],
    ['WEB_ADDRESS', 'https://'],
    ['WEB_ADDRESS', 'https://a b'],
    ['LANGUAGE_TAG', 'not a tag'],
    ['LANGUAGE_TAG', 'c3b0a8d4-9c53-4f2e-8a76-0d1b52a6a0f1'],
    ['LANGUAGE_TAG', 'en-x'],
    ['PREFERRED_LANGUAGE', 'de, not a tag;q=2'],
    ['PREFERRED_LANGUAGE', 'de;q=high'],
    ['LANGUAGE_TAG', 'en__US'],
    ['LANGUAGE_TAG', 'en_US.UTF-8'],
    ['LANGUAGE_TAG', 'en,de'],
    ['PREFERRED_LANGUAGE', 'not a tag, or two'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['TIME_ZONE', '+01:00'],
  ])('%s refuses %j', (kind, given) => {
    expect(KINDS[kind].accept(given)).toBeUndefined();
  });

  it('a hostile e-mail address is refused quickly', () => {
    expect(EMAIL_ADDRESS.accept(`a@${'a-'.repeat(160)}`)).toBeUndefined();
  });
});
