// How SAML 2.0 identity providers are reached.

export interface SamlConnection {
  /** The entity id of the provider. */
  entityId: string;
  /** Where the browser is redirected with an AuthnRequest (SAML Bindings section 3.4). */
  ssoUrl: string;
  /** Certificates whose keys may sign, PEM. */
  certificates: string[];
}
