import { describe, expect, it } from 'vitest';
import { hasHiddenCharacter, hasNeedlessHiddenCharacter } from './hidden-characters.js';

describe('a character that is not shown', () => {
  it.each(
    [0x00ad, 0x034f, 0x115f, 0x180b, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060, 0x3164, 0xfe0f, 0xfeff, 0xe0001].map(
      (code) => [`U+${code.toString(16)}`, code] as const,
    ),
  )('%s is hidden in a name to sign in with', (_, code) => {
    expect(hasHiddenCharacter(`ad${String.fromCodePoint(code)}min`)).toBe(true);
    expect(hasNeedlessHiddenCharacter(`ad${String.fromCodePoint(code)}min`)).toBe(true);
  });

  it.each(['admin', 'Zürich', 'می\u200cخواهم', '\u{1F469}\u200d\u{1F4BB}', '\u2764\ufe0f Team', '1\ufe0f\u20e3'])(
    'is in a name for people only where its script needs it: %s',
    (text) => {
      expect(hasNeedlessHiddenCharacter(text)).toBe(false);
    },
  );
});
