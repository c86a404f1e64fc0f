/**
 * Entity tags of resources (RFC 7644 section 3.14, RFC 9110 section 8.8.3). They are weak, because answers differ by the attributes
 * requested.
 */
import { ScimError } from './scim-error.js';

/**
 * The tag of a version: `3` -> `W/"3"`. It is also `meta.version` (RFC 7643 section 3.1).
 * @param digest of values that the answer shows and the version doesn't cover: `W/"3.x2Nf0bLmYwQ"`
 */
export function entityTag(version: number, digest?: string): string {
  return digest === undefined ? `W/"${version}"` : `W/"${version}.${digest}"`;
}

/** The version in a tag or a bare number, without any digest; `undefined` for a tag that this service doesn't issue. */
export function versionOf(tag: string): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,9})(?:\.[\w-]{1,20})?"$|^(\d{1,9})$/.exec(tag.trim());
  return digits ? Number(digits[1] ?? digits[2]) : undefined;
}

/** The versions that a request depends on: the headers of the same name, or `version` of a bulk operation. */
export interface Preconditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/**
 * Whether a list of tags names the version; `*` names every version. Tags are compared weakly, as RFC 7644 section 3.14 shows for If-Match,
 * although RFC 9110 section 13.1.1 says that a weak tag never matches there.
 */
export function namesVersion(tags: string, version: number): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => versionOf(tag) === version);
}

/** Whether a list of tags names an answer, that is its version and digest. `tag` was made by {@link entityTag}. */
export function namesTag(tags: string, tag: string): boolean {
  const opaque = tag.replace('W/', '');
  return tags.trim() === '*' || tags.split(',').some((one) => [tag, opaque, opaque.replaceAll('"', '')].includes(one.trim()));
}

/** @throws ScimError 412 if a change applies to another version (RFC 9110 sections 13.1.1 and 13.1.2) */
export function assertPreconditions({ ifMatch, ifNoneMatch }: Preconditions, version: number): void {
  const fails =
    (ifMatch !== undefined && !namesVersion(ifMatch, version)) || (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, version));
  if (fails) throw new ScimError('SCIM-VERSION', `The resource has version ${entityTag(version)}; read it again before you change it.`);
}
