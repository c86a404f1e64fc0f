// Names of SAML 2.0 and of XML signatures.

/** Namespaces. */
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** Formats of a NameID (SAML Core section 8.3). */
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Codes of a status (SAML Core section 3.2.2.2). */
export const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
export const SUCCESS = `${STATUS}Success`;
/** Those of failures, without {@link STATUS}: the outer ones first. */
export const FAILURES = [
  'Requester',
  'Responder',
  'VersionMismatch',
  'AuthnFailed',
  'InvalidAttrNameOrValue',
  'InvalidNameIDPolicy',
  'NoAuthnContext',
  'NoAvailableIDP',
  'NoPassive',
  'NoSupportedIDP',
  'PartialLogout',
  'ProxyCountExceeded',
  'RequestDenied',
  'RequestUnsupported',
  'RequestVersionDeprecated',
  'RequestVersionTooHigh',
  'RequestVersionTooLow',
  'ResourceNotRecognized',
  'TooManyResponses',
  'UnknownAttrProfile',
  'UnknownPrincipal',
  'UnsupportedBinding',
];
/** The person or the provider said no. */
export const DENIED = [`${STATUS}AuthnFailed`, `${STATUS}RequestDenied`];
