import { describe, expect, it } from 'vitest';
import { boxKeyId, newBoxKey, openBox, sealBox } from './sealed-box.js';

const key = newBoxKey();
const content = Buffer.from('the content');
const sealed = sealBox(key, 'purpose', content);

describe('a sealed value', () => {
  it('opens with its key and purpose', () => {
    expect(openBox(key, 'purpose', sealed)).toEqual(content);
    expect(boxKeyId(sealed)).toBe(key.id);
  });

  it('is another text each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => sealBox(key, 'purpose', content))).size).toBe(100);
  });

  it('opens for no other purpose and with no other key', () => {
    expect(openBox(key, 'other', sealed)).toBeUndefined();
    expect(openBox({ id: key.id, secret: newBoxKey().secret }, 'purpose', sealed)).toBeUndefined();
  });

  it('does not open when any one bit is turned', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const turned = Buffer.from(bytes);
      turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(openBox(key, 'purpose', turned.toString('base64url')), `bit ${bit}`).toBeUndefined();
    }
  });

  it('does not open when it is cut or lengthened at any place', () => {
    for (let length = 0; length < sealed.length; length++)
      expect(openBox(key, 'purpose', sealed.slice(0, length)), `length ${length}`).toBeUndefined();
    for (const more of ['A', 'AA', 'AAAA', '=', '.', ' ']) expect(openBox(key, 'purpose', sealed + more)).toBeUndefined();
  });

  it('has one spelling only', () => {
    // Other texts for the same bytes: with padding, in the other alphabet, with unused low bits.
    const spellings = [`${sealed}==`, sealed.replaceAll('-', '+').replaceAll('_', '/') + '\n', `${sealed} `];
    for (const spelling of spellings) expect(openBox(key, 'purpose', spelling)).toBeUndefined();
  });

  it.each(['', 'x', '....', 'null', '\u0000', 'A'.repeat(10_000)])('is not made of %j', (text) => {
    expect(openBox(key, 'purpose', text)).toBeUndefined();
  });
});
