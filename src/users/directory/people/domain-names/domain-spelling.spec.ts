// Every address in a domain is found by one of two spellings, because no other spelling is accepted.
import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isEmailAddress, isMailbox } from '../../../../common/primitives/email-address.js';
import { domainOf, foldKey, reverseKey } from '../../../../common/identifiers/fold.js';
import { reversedEnds } from './domain-spelling.js';

const isFound = (address: string) => reversedEnds(domainOf(address)).some((end) => reverseKey(foldKey(address)).startsWith(end));
const between = (code: number) => `b${String.fromCodePoint(code)}cher.example`;

describe('an address', () => {
  it.each([
    'example.com',
    'EXAMPLE.com',
    '\uff45xample.com',
    'b\u00fccher.example',
    'B\u00dcCHER.example',
    'bu\u0308cher.example',
    'xn--bcher-kva.example',
    'XN--BCHER-KVA.example',
    'b\u00fccher.m\u00fcnchen.example',
    'xn--bcher-kva.xn--mnchen-3ya.example',
    'fa\u00df.example',
    'FA\u1e9e.example',
    '\u03bf\u03b4\u03cc\u03c2.example',
    '\u13a0\u13a1\u13a2.example',
    '\u4f8b\u3048.\u30c6\u30b9\u30c8',
    '\u0645\u062b\u0627\u0644.example',
    'localhost',
  ])('in %s is taken and found', (domain) => {
    expect([isEmailAddress(`ada@${domain}`), isFound(`ada@${domain}`)]).toEqual([true, true]);
  });

  it.each<readonly [what: string, domain: string]>([
    ['labels of both kinds', 'xn--bcher-kva.m\u00fcnchen.example'],
    ['labels of both kinds, the other way round', 'b\u00fccher.xn--mnchen-3ya.example'],
    ['a letter that stands for others', '\u1fb3.example'],
    ...[0x034f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180f, 0x3164, 0xfe00, 0xfe0f, 0xe0100].flatMap((code) => [
      [`U+${code.toString(16)}`, between(code)] as const,
      [`U+${code.toString(16)} beside a letter beyond ASCII`, `\u00fc${between(code)}`] as const,
    ]),
  ])('in a domain with %s is not taken, but gets mail where a person has it from before', (_, domain) => {
    expect([isEmailAddress(`ada@${domain}`), isMailbox(`ada@${domain}`)]).toEqual([false, true]);
  });

  it.each(['xn--bcher-kva.m\u00fcnchen.example', '\u1fb3.example', between(0xfe0f)])(
    'in %s would be one in a domain that has other spellings',
    (domain) => {
      expect(domainToASCII(foldKey(domain))).toBe(domainOf(`ada@${domain}`));
      expect(isFound(`ada@${domain}`)).toBe(false);
    },
  );
});
