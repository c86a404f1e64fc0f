// The handler of each OAuth and OpenID Connect endpoint, and of each grant: the table of docs/adr/0022-every-grant-once.md, checked by
// test/oidc/answered-by.spec.ts.
import { DEVICE_CODE, TOKEN_EXCHANGE } from '../clients/application.js';
import { JWT_PROFILE } from '../clients/clients.service.js';
import {
  AUTHORIZATION_ENDPOINT,
  DEVICE_AUTHORIZATION_ENDPOINT,
  DISCOVERY,
  END_SESSION_ENDPOINT,
  INTROSPECTION_ENDPOINT,
  KEY_SET,
  PUSHED_REQUEST_ENDPOINT,
  REVOCATION_ENDPOINT,
  TOKEN_ENDPOINT,
  USERINFO_ENDPOINT,
} from '../protocol/endpoints.js';

/**
 * `fastPath`: before the library, for ordinary requests that succeed. `library`: the library itself, through our adapters. `handler`: a
 * class of ours, called by the library or by a middleware around it.
 */
export type Answerer = 'fastPath' | 'library' | 'handler';

export interface AnsweredBy {
  method: 'GET' | 'POST';
  address: string;
  /** The value of `grant_type`, at the token endpoint. */
  grantType?: string;
  /** An ordinary request that succeeds. */
  ordinary: Answerer;
  /** All other requests: refusals, cross-origin requests of browsers, and unusual ones. */
  otherwise: Exclude<Answerer, 'fastPath'>;
  /** The specs under test/ that cover its behavior. */
  specs: readonly string[];
}

const grant = (grantType: string, ordinary: Answerer, ...specs: string[]): AnsweredBy => ({
  method: 'POST',
  address: TOKEN_ENDPOINT,
  grantType,
  ordinary,
  otherwise: 'handler',
  specs,
});

export const ANSWERED_BY: readonly AnsweredBy[] = [
  {
    method: 'GET',
    address: DISCOVERY,
    ordinary: 'fastPath',
    otherwise: 'library',
    specs: ['oidc/discovery.spec.ts'],
  },
  { method: 'GET', address: KEY_SET, ordinary: 'fastPath', otherwise: 'library', specs: ['oidc/rotation.spec.ts'] },
  {
    method: 'GET',
    address: AUTHORIZATION_ENDPOINT,
    ordinary: 'library',
    otherwise: 'library',
    specs: [
      'oidc/authorize.spec.ts',
      'oidc/authorize-matrix.spec.ts',
      'oidc/accounts.spec.ts',
      'oidc/request-objects.spec.ts',
      'oidc/claims-parameter.spec.ts',
      'oidc/resource-indicators.spec.ts',
    ],
  },
  { method: 'POST', address: AUTHORIZATION_ENDPOINT, ordinary: 'handler', otherwise: 'handler', specs: ['oidc/authorize.spec.ts'] },
  { method: 'POST', address: PUSHED_REQUEST_ENDPOINT, ordinary: 'library', otherwise: 'library', specs: ['oidc/pushed-requests.spec.ts'] },
  {
    method: 'POST',
    address: DEVICE_AUTHORIZATION_ENDPOINT,
    ordinary: 'library',
    otherwise: 'library',
    specs: ['oidc/devices.spec.ts'],
  },
  grant('authorization_code', 'fastPath', 'oidc/authorization-code.spec.ts', 'security/pkce.spec.ts', 'oidc/resource-indicators.spec.ts'),
  grant('refresh_token', 'fastPath', 'oidc/refresh.spec.ts', 'security/races.spec.ts'),
  // A poll that is refused goes to the library before it is recorded, so it is recorded once.
  grant(DEVICE_CODE, 'fastPath', 'oidc/devices.spec.ts'),
  grant('client_credentials', 'fastPath', 'oidc/tokens.spec.ts', 'oidc/tokens-jwt.spec.ts'),
  grant(JWT_PROFILE, 'fastPath', 'oidc/jwt-profile.spec.ts'),
  grant(TOKEN_EXCHANGE, 'handler', 'oidc/token-exchange.spec.ts', 'security/token-exchange.spec.ts'),
  {
    method: 'POST',
    address: INTROSPECTION_ENDPOINT,
    ordinary: 'fastPath',
    otherwise: 'library',
    specs: ['oidc/tokens.spec.ts', 'oidc/tokens-jwt.spec.ts'],
  },
  { method: 'POST', address: REVOCATION_ENDPOINT, ordinary: 'library', otherwise: 'library', specs: ['oidc/tokens.spec.ts'] },
  { method: 'GET', address: USERINFO_ENDPOINT, ordinary: 'fastPath', otherwise: 'library', specs: ['oidc/tokens.spec.ts'] },
  { method: 'POST', address: USERINFO_ENDPOINT, ordinary: 'fastPath', otherwise: 'library', specs: ['oidc/tokens.spec.ts'] },
  {
    method: 'GET',
    address: END_SESSION_ENDPOINT,
    ordinary: 'handler',
    otherwise: 'handler',
    specs: ['oidc/logout.spec.ts', 'oidc/backchannel-logout.spec.ts', 'oidc/front-channel-logout.spec.ts'],
  },
  { method: 'POST', address: END_SESSION_ENDPOINT, ordinary: 'handler', otherwise: 'handler', specs: ['oidc/logout.spec.ts'] },
];
