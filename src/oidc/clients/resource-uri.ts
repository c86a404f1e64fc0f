// The addresses of protected resources (RFC 8707 section 2): which ones a project may have, and the one form in which they are compared.
import { isLoopbackHost } from '../../common/primitives/loopback.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';

/** Maximum length of an address. Tokens carry several. */
export const MAX_RESOURCE_URI = 200;

/**
 * A resource that a client may request tokens for. `target`: the id of the project with this address, the name of this service's own API, or
 * the address itself.
 */
export interface Resource {
  uri: string;
  target: string;
}

/**
 * An address in canonical form: as the URL parser writes it, and without the slash of an empty path, which some clients add.
 * @returns undefined for a text that is no absolute URI of http or https, is too long, or has a fragment, which RFC 8707 section 2 forbids
 */
export function canonicalResource(text: string): string | undefined {
  if (text.length > MAX_RESOURCE_URI || text.includes('#') || !/^https?:\/\/[\x21-\x7E]+$/i.test(text)) return undefined;
  const url = parsedUrl(text);
  if (!url || url.username || url.password) return undefined;
  return url.pathname === '/' && url.search === '' ? url.origin : url.href;
}

/**
 * Why a project can't have an address. A query is possible in RFC 8707, but should not be used, and has no place in the addresses of RFC 9728.
 * @param publicUrl of this service, whose own APIs have addresses below it
 * @returns undefined if the project can have it
 */
export function resourceUriFault(text: string, publicUrl: string): string | undefined {
  const canonical = canonicalResource(text);
  if (canonical === undefined || canonical.length > MAX_RESOURCE_URI)
    return `must be an absolute https URI of at most ${MAX_RESOURCE_URI} characters, without a fragment and without credentials`;
  const url = new URL(canonical);
  if (url.search !== '' || text.includes('?')) return 'must not have a query';
  if (url.hostname.endsWith('.')) return 'must not have a host that ends with a dot';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return 'may use http only on a loopback address';
  if (url.origin === new URL(publicUrl).origin) return 'must not be an address of this service';
  return undefined;
}
