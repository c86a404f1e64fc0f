import { describe, expect, it } from 'vitest';
import { storedConfig, type ApplicationType } from '../application.js';
import { applicationConfig } from './application-config.js';
import { redirectUriFault } from '../application-rules.js';

describe('a redirect URI', () => {
  it.each<[string, ApplicationType, boolean]>([
    ['https://app.example/callback', 'web', true],
    ['http://app.example/callback', 'web', true],
    ['https://app.example/callback', 'userAgent', true],
    ['http://app.example/callback', 'userAgent', false],
    ['http://localhost:3000/callback', 'userAgent', true],
    ['com.example.app:/callback', 'native', true],
    ['http://127.0.0.1/callback', 'native', true],
    ['http://[::1]:4000/callback', 'native', true],
    ['http://app.example/callback', 'native', false],
    ['https://localhost/callback', 'native', false],
    ['com.example.app:/callback', 'web', false],
    ['mailto:', 'native', false],
    ['mailto:someone@example.com', 'native', false],
    ['view-source:https://app.example/', 'native', false],
    ['myapp:/callback', 'native', false],
    ['com.:/callback', 'native', false],
    ['https://app.example/#fragment', 'web', false],
    ['https://app.example/#', 'web', false],
    ['https://*.example/callback', 'web', false],
    ['https://user:pass@app.example/', 'web', false],
    ['javascript:alert(1)', 'native', false],
    ['data:text/html,x', 'native', false],
    ['/callback', 'web', false],
    ['https://app.example/a b', 'web', false],
    ['https://app.example/\n', 'web', false],
  ])('%j for %s: %s', (uri, type, fits) => expect(redirectUriFault(uri, type) === undefined).toBe(fits));
});

describe('with devMode', () => {
  it.each<[string, ApplicationType, boolean]>([
    ['http://app.example/callback', 'userAgent', true],
    ['http://app.example/callback', 'native', false],
    ['https://*.example/callback', 'userAgent', false],
    ['http://**/callback', 'web', false],
    ['javascript:alert(1)', 'userAgent', false],
  ])('%j for %s: %s', (uri, type, fits) => expect(redirectUriFault(uri, type, true) === undefined).toBe(fits));
});

describe('an application', () => {
  it('that was stored before it could choose algorithms has the defaults', () => {
    const {
      accessTokenSigningAlg: _a,
      idTokenSigningAlg: _b,
      ...earlier
    } = applicationConfig({ name: 'a', redirectUris: ['https://a.example/'] });
    expect(storedConfig(JSON.stringify(earlier))).toMatchObject({ accessTokenSigningAlg: 'ES256', idTokenSigningAlg: 'RS256' });
  });

  it('gets the defaults of its type', () => {
    expect(applicationConfig({ name: 'a', redirectUris: ['https://a.example/'] })).toMatchObject({
      type: 'web',
      authMethod: 'client_secret_basic',
      grantTypes: ['authorization_code'],
      apiAccess: false,
      devMode: false,
      consentRequired: false,
      accessTokenType: 'opaque',
      accessTokenSigningAlg: 'ES256',
      idTokenSigningAlg: 'RS256',
    });
    expect(applicationConfig({ name: 'a', type: 'native', redirectUris: ['a.b:/c'] }).authMethod).toBe('none');
  });

  it('is given the grants that belong to its response types', () => {
    const config = applicationConfig({ name: 'a', redirectUris: ['https://a.example/'], responseTypes: ['id_token token', 'code'] });
    expect(config.grantTypes).toEqual(['authorization_code', 'implicit']);
  });

  it('of type web is given tokens over http only in devMode', () => {
    const input = { name: 'a', redirectUris: ['http://a.example/'], responseTypes: ['id_token' as const] };
    expect(applicationConfig({ ...input, devMode: true }).redirectUris).toEqual(['http://a.example/']);
  });

  it.each([
    [{ type: 'userAgent', authMethod: 'client_secret_basic' }, 'authMethod'],
    [{ redirectUris: [] }, 'redirectUris'],
    [{ grantTypes: [] }, 'grantTypes'],
    [{ responseTypes: [], grantTypes: ['refresh_token'] }, 'grantTypes'],
    [{ type: 'desktop' }, 'type'],
    [{ accessTokenType: 'saml' }, 'accessTokenType'],
    [{ accessTokenSigningAlg: 'HS256' }, 'accessTokenSigningAlg'],
    [{ idTokenSigningAlg: 'none' }, 'idTokenSigningAlg'],
    [{ refreshReuseSeconds: 60 }, 'refreshReuseSeconds'],
    [{ responseTypes: ['token'] }, 'responseTypes'],
    [{ responseTypes: ['id_token'], grantTypes: ['authorization_code'] }, 'grantTypes'],
    [{ grantTypes: ['authorization_code', 'implicit'] }, 'grantTypes'],
    [{ responseTypes: ['id_token'], grantTypes: ['implicit', 'refresh_token'] }, 'grantTypes'],
    [{ responseTypes: ['id_token token'], redirectUris: ['http://a.example/'] }, 'redirectUris'],
    [{ responseTypes: ['id_token token'], redirectUris: ['http://localhost/'] }, 'redirectUris'],
    [{ postLogoutRedirectUris: ['javascript:1'] }, 'postLogoutRedirectUris'],
  ])('%j is refused with the field %s', (input, field) => {
    expect(() => applicationConfig({ name: 'a', redirectUris: ['https://a.example/'], ...(input as object) })).toThrow(
      expect.objectContaining({ kind: 'invalid', field }),
    );
  });
});
