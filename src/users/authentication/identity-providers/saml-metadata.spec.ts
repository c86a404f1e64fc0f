import { beforeAll, describe, expect, it } from 'vitest';
import { providerMetadata, samlKey, type SamlKey } from '../../../../test/support/saml-identity-provider.js';
import { readSamlMetadata } from './saml-metadata.js';

let keys: SamlKey[];
beforeAll(async () => {
  keys = await Promise.all([2031, 2036, 2033].map((year) => samlKey({ type: 'ec', notAfter: new Date(`${year}-01-01`) })));
});
const certificates = () => keys.map(({ certificate }) => certificate);

describe('the metadata of a SAML provider', () => {
  it('has its name, its addresses for redirects and its certificates, those that end last first', async () => {
    const found = await readSamlMetadata(providerMetadata({ certificates: certificates(), validUntil: '2027-01-01T00:00:00Z' }));
    expect(found).toMatchObject({
      entityId: 'https://idp.example/metadata',
      ssoUrl: 'https://idp.example/sso',
      sloUrl: 'https://idp.example/slo',
      validUntilMs: Date.parse('2027-01-01'),
    });
    expect(found.certificates.map(({ endsMs }) => new Date(endsMs).getUTCFullYear())).toEqual([2036, 2033, 2031]);
    expect(found.certificates[0]?.pem).toContain('-----BEGIN CERTIFICATE-----');
  });

  it('has no address for the end of sessions in clear, except on this machine', async () => {
    const at = async (url: string) =>
      (await readSamlMetadata(providerMetadata({ certificates: certificates() }).replaceAll('https://idp.example/slo', url))).sloUrl;
    expect(await at('http://idp.example/slo')).toBeUndefined();
    expect(await at('http://127.0.0.1:8080/slo')).toBe('http://127.0.0.1:8080/slo');
  });

  it('counts a key for both uses, and none for encryption', async () => {
    const document = providerMetadata({ certificates: certificates() })
      .replace(' use="signing"', '')
      .replace('use="signing"', 'use="encryption"');
    expect((await readSamlMetadata(document)).certificates).toHaveLength(2);
  });

  it('has at most five certificates, each once', async () => {
    const many = await Promise.all(Array.from({ length: 5 }, () => samlKey({ type: 'ec' })));
    const all = [...certificates(), ...many.map(({ certificate }) => certificate)];
    expect((await readSamlMetadata(providerMetadata({ certificates: all }))).certificates).toHaveLength(5);
    expect((await readSamlMetadata(providerMetadata({ certificates: [...certificates(), ...certificates()] }))).certificates).toHaveLength(
      3,
    );
  });

  it.each<[string, (document: string) => string, string]>([
    ['that is no XML', () => 'no XML', "can't be read: it"],
    ['of HTML', () => '<html/>', 'no EntityDescriptor'],
    ['of a service provider', (document) => document.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'no IDPSSODescriptor'],
    ['of SAML 1.1', (document) => document.replace(':2.0:protocol', ':1.1:protocol'), 'no IDPSSODescriptor'],
    [
      'of a federation',
      (document) => {
        const [, entity = ''] = document.split('made by the provider -->\n');
        return `<x>${entity}${entity}</x>`;
      },
      'describes 2 services',
    ],
    ['without a redirect', (document) => document.replaceAll('HTTP-Redirect', 'SOAP'), 'lacks a SingleSignOnService by HTTP-Redirect'],
    [
      'with another scheme',
      (document) => document.replace('https://idp.example/sso', 'javascript:alert(1)'),
      'lacks a SingleSignOnService',
    ],
    ['in clear', (document) => document.replace('https://idp.example/sso', 'http://idp.example/sso'), 'lacks a SingleSignOnService'],
    [
      'with credentials',
      (document) => document.replace('https://idp.example/sso', 'https://a:b@idp.example/sso'),
      'lacks a SingleSignOnService',
    ],
    ['without keys', (document) => document.replaceAll('KeyDescriptor', 'Other'), 'lacks a certificate'],
    [
      'without anything',
      (document) => document.replace('entityID', 'id').replaceAll('HTTP-Redirect', 'SOAP').replaceAll('KeyDescriptor', 'Other'),
      'lacks the entity ID, and a SingleSignOnService by HTTP-Redirect with an https address, and a certificate',
    ],
    ['with a document type', (document) => document.replace('<md:Entity', '<!DOCTYPE x [<!ENTITY y "z">]><md:Entity'), 'document type'],
    ['that is too long', (document) => document.replace('made', 'x'.repeat(256 * 1024)), 'longer than'],
  ])('%s is refused in words', async (_, change, words) => {
    await expect(readSamlMetadata(change(providerMetadata({ certificates: certificates() })))).rejects.toThrow(words);
  });
});
