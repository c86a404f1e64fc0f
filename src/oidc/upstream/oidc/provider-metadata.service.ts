// What providers publish: the discovery document (OpenID Connect Discovery section 4) and the key set, from a cache.
import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, type JWK } from 'jose';
import { Clock } from '../../../common/primitives/clock.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';
import { TENANT } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { DocumentCache } from '../document-cache.js';
import { UpstreamError } from '../upstream.js';
import { isObject, MAX_BYTES, ProviderHttp, shown } from '../provider-http.service.js';

/** Path segments of Microsoft Entra's multi-tenant issuers, whose documents name an issuer with {@link TENANT}. */
const MULTI_TENANT_SEGMENTS = ['common', 'organizations'];

const MAX_URL = 2_048;
/** Large providers publish up to a dozen keys. */
const MAX_KEYS = 100;
/** Public keys; `oct` is a shared secret. */
const KEY_TYPES = ['RSA', 'EC', 'OKP'];
/** Members of public keys (RFC 7518 section 6, RFC 8037 section 2); the rest, such as certificates, isn't kept. */
const KEY_MEMBERS = ['kty', 'kid', 'use', 'alg', 'key_ops', 'n', 'e', 'crv', 'x', 'y'];

export interface ProviderMetadata {
  /** Contains {@link TENANT} at multi-tenant issuers of Microsoft Entra. */
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint?: string;
  /** OpenID Connect RP-Initiated Logout 1.0. */
  endSessionEndpoint?: string;
  jwksUri: string;
  /** Answers have an `iss` parameter (RFC 9207). */
  hasIssuerParameter: boolean;
}

/** The key of a protected header; throws the errors of `jose`. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

@Injectable()
export class ProviderMetadataCache {
  private readonly metadata: DocumentCache<ProviderMetadata>;
  private readonly keys: DocumentCache<KeySet>;

  constructor(
    private readonly http: ProviderHttp,
    clock: Clock,
  ) {
    this.metadata = new DocumentCache(clock, (issuer) => this.loadMetadata(issuer));
    this.keys = new DocumentCache(clock, (url) => this.loadKeys(url));
  }

  /** @throws UpstreamError */
  metadataOf(issuer: string): Promise<ProviderMetadata> {
    return this.metadata.get(issuer);
  }

  /** @throws UpstreamError */
  keysOf({ jwksUri }: ProviderMetadata): Promise<KeySet> {
    return this.keys.get(jwksUri);
  }

  /** The keys when a token names none of {@link keysOf}: the provider may have new ones. @throws UpstreamError */
  newerKeysOf({ jwksUri }: ProviderMetadata): Promise<KeySet> {
    return this.keys.getNewer(jwksUri);
  }

  /** Loads the discovery document, whatever is in the cache. @throws UpstreamError */
  reloadMetadata(issuer: string): Promise<ProviderMetadata> {
    return this.metadata.reload(issuer);
  }

  /** Loads the key set, whatever is in the cache. @throws UpstreamError */
  reloadKeys({ jwksUri }: ProviderMetadata): Promise<KeySet> {
    return this.keys.reload(jwksUri);
  }

  private async loadMetadata(issuer: string): Promise<ProviderMetadata> {
    const what = 'The discovery document';
    const document = await this.http.getObject(discoveryUrl(issuer), { what, maxBytes: MAX_BYTES.document });
    // Section 4.3: identical.
    const expected = documentIssuers(issuer);
    if (typeof document['issuer'] !== 'string' || !expected.includes(document['issuer'])) {
      const message = `${what} names the issuer ${shown(document['issuer'])}, expected ${expected.map(shown).join(' or ')}.`;
      throw new UpstreamError('misconfigured', message);
    }
    const url = (member: string) => {
      const value = document[member];
      if (typeof value !== 'string' || value.length > MAX_URL || !parsedUrl(value)) {
        throw new UpstreamError('invalid', `${what} has no usable ${member}: ${shown(value)}.`);
      }
      this.http.assertProtected(value, `The ${member} of the discovery document`);
      return value;
    };
    return {
      issuer: document['issuer'],
      authorizationEndpoint: url('authorization_endpoint'),
      tokenEndpoint: url('token_endpoint'),
      ...(document['userinfo_endpoint'] !== undefined && { userinfoEndpoint: url('userinfo_endpoint') }),
      ...endSessionEndpointOf(document, url),
      jwksUri: url('jwks_uri'),
      hasIssuerParameter: document['authorization_response_iss_parameter_supported'] === true,
    };
  }

  private async loadKeys(jwksUri: string): Promise<KeySet> {
    const what = 'The key set';
    const { keys } = await this.http.getObject(jwksUri, { what, maxBytes: MAX_BYTES.document });
    if (!Array.isArray(keys) || keys.length > MAX_KEYS || !keys.every(isObject)) {
      throw new UpstreamError('invalid', `${what} is not a JSON Web Key Set of at most ${MAX_KEYS} keys.`);
    }
    const signing = keys.filter(({ kty, use }) => KEY_TYPES.includes(String(kty)) && use !== 'enc');
    if (signing.length === 0) throw new UpstreamError('invalid', `${what} has no public key for signatures.`);
    const kept = signing.map((key) => Object.fromEntries(KEY_MEMBERS.flatMap((name) => (name in key ? [[name, key[name]]] : []))));
    return createLocalJWKSet({ keys: kept as unknown as JWK[] });
  }
}

/** An address that can't be used ends no sign-in: the sign-out there is left out. */
function endSessionEndpointOf(
  document: Record<string, unknown>,
  url: (member: string) => string,
): Pick<ProviderMetadata, 'endSessionEndpoint'> {
  if (document['end_session_endpoint'] === undefined) return {};
  try {
    return { endSessionEndpoint: url('end_session_endpoint') };
  } catch (error) {
    if (error instanceof UpstreamError) return {};
    throw error;
  }
}

/** Section 4.1: without the slash at the end of the issuer. @throws UpstreamError */
function discoveryUrl(issuer: string): string {
  const url = parsedUrl(issuer);
  if (!url || url.search || url.hash)
    throw new UpstreamError('misconfigured', `The issuer ${shown(issuer)} is not a URL without query and fragment.`);
  return `${issuer.replace(TENANT, 'organizations').replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** The issuers that the document of this issuer may name. */
function documentIssuers(issuer: string): string[] {
  const templates = MULTI_TENANT_SEGMENTS.flatMap((segment) => {
    return issuer.includes(`/${segment}/`) ? [issuer.replace(`/${segment}/`, `/${TENANT}/`)] : [];
  });
  return [issuer, ...templates];
}
