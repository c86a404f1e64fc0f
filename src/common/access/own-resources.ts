// This service's own APIs as protected resources (RFC 9728): their addresses, and where their metadata is.

export const ADMIN_API = '/admin/v1';
export const SCIM_API = '/scim/v2';

/** Section 3: the path of a resource follows. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/**
 * Adds where the metadata of a resource is (section 5.1) to a challenge (RFC 6750 section 3, RFC 9449 section 7.1).
 * @param challenge a scheme, with or without parameters
 * @param path of the resource
 */
export function withMetadata(challenge: string, publicUrl: string, path: string): string {
  return `${challenge}${challenge.includes(' ') ? ',' : ''} resource_metadata="${publicUrl}${RESOURCE_METADATA}${path}"`;
}

/** The API that a path belongs to; the whole service for any other path. @param path in lower case, because the router ignores case */
export function ownResourceOf(path: string): string {
  return [ADMIN_API, SCIM_API].find((api) => path.startsWith(`${api}/`)) ?? '';
}
