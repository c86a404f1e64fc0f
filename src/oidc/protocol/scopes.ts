// Scope values (RFC 6749 section 3.3): the ones this service knows, and the reserved ones with an id inside.
import { CLAIMS_BY_SCOPE } from './claims.js';

/** Asks for a refresh token (OpenID Connect Core section 11). */
export const OFFLINE_ACCESS = 'offline_access';

/** Scopes that discovery lists. */
export const KNOWN_SCOPES: readonly string[] = ['openid', ...Object.keys(CLAIMS_BY_SCOPE), OFFLINE_ACCESS];

/** Whether `text` is a scope at all (RFC 6749 section 3.3). */
export function isScope(text: string): boolean {
  return /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/.test(text);
}

/** The values of a scope, each once, in the order they were given. */
export function scopeValues(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' ').filter(Boolean))];
}

/** The project whose audience a scope `urn:<vendor>:iam:org:project:id:<id>:aud` asks for. */
export function audienceScopeProject(scope: string, vendor: string): string | undefined {
  const [prefix, suffix] = [`urn:${vendor}:iam:org:project:id:`, ':aud'];
  const id = scope.slice(prefix.length, -suffix.length);
  return scope.startsWith(prefix) && scope.endsWith(suffix) && id !== '' ? id : undefined;
}
