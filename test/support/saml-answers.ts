// Answers of a SAML provider to one request at one moment, for specs of the protocol.
import { Clock } from '../../src/common/primitives/clock.js';
import { newId, PERSISTENT, type SamlAnswer } from './saml-identity-provider.js';

export const PUBLIC_URL = 'https://login.example';
/** This service, for the provider. */
export const ENTITY_ID = `${PUBLIC_URL}/sign-in/providers/p1`;
export const CALLBACK = `${ENTITY_ID}/callback`;
export const IDP = 'https://idp.example/metadata';
export const REQUEST_ID = '_request';
/** In milliseconds since 1970 UTC. */
export const NOW = Date.parse('2026-11-26T08:00:00Z');

/** A moment this many seconds later. */
export const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

/** Stands at {@link NOW}. */
export class FixedClock extends Clock {
  override nowSeconds(): number {
    return NOW / 1000;
  }
}

/** An answer that is accepted, but for the changes. */
export function samlAnswer(changes: Partial<SamlAnswer> = {}): SamlAnswer {
  const { notBefore = at(-10), notOnOrAfter = at(300), audience = ENTITY_ID } = changes;
  return {
    issuer: IDP,
    destination: CALLBACK,
    recipient: CALLBACK,
    audience,
    inResponseTo: REQUEST_ID,
    confirmedRequest: REQUEST_ID,
    notBefore,
    notOnOrAfter,
    confirmedUntil: at(300),
    authenticated: at(-5),
    nameId: 'ada-4711',
    nameIdFormat: PERSISTENT,
    attributes: {},
    sessionIndex: 'session-1',
    context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    conditions:
      `<saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}">` +
      `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    status: '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
    responseId: newId(),
    assertionId: newId(),
    extensions: '',
    ...changes,
  };
}
