import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.js';

describe('the relying party', () => {
  it.each([
    ['https://login.example.com', undefined, { id: 'login.example.com', origin: 'https://login.example.com' }],
    ['https://login.example.com:8443', 'example.com', { id: 'example.com', origin: 'https://login.example.com:8443' }],
    ['http://localhost:8080', undefined, { id: 'localhost', origin: 'http://localhost:8080' }],
  ])('of %s with %s is %j', (publicUrl, passkeyDomain, expected) => {
    expect(relyingPartyOf({ publicUrl, passkeyDomain })).toEqual(expected);
  });

  it.each(['http://login.example.com', 'http://127.0.0.1:8080', 'https://192.0.2.1', 'https://[2001:db8::1]'])(
    'is absent at %s, where browsers have no WebAuthn',
    (publicUrl) => {
      expect(relyingPartyOf({ publicUrl, passkeyDomain: undefined })).toBeUndefined();
    },
  );
});
