/** Entity tags of resources (RFC 7644 section 3.14, RFC 9110 section 8.8.3): weak, because answers differ by what is asked for. */
import { ScimError } from './scim-error.js';

/** The tag of a version: `3` -> `W/"3"`. It is also `meta.version` (RFC 7643 section 3.1). */
export function entityTag(version: number): string {
  return `W/"${version}"`;
}

/** The version that a tag, or a bare number, means; `undefined` for what is no tag of ours. */
export function versionOf(tag: string): number | undefined {
  const digits = /^(?:W\/)?"(\d{1,9})"$|^(\d{1,9})$/.exec(tag.trim());
  return digits ? Number(digits[1] ?? digits[2]) : undefined;
}

/** On which versions a request depends: the headers of the same name, or `version` of a bulk operation. */
export interface Preconditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/**
 * Whether a list of tags names the version; `*` names every one. Tags are compared weakly, as RFC 7644 section 3.14 shows it with If-Match, although
 * RFC 9110 section 13.1.1 says that a weak tag never matches there.
 */
export function namesVersion(tags: string, version: number): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => versionOf(tag) === version);
}

/** @throws ScimError 412 when a change was meant for another version (RFC 9110 sections 13.1.1 and 13.1.2) */
export function assertPreconditions({ ifMatch, ifNoneMatch }: Preconditions, version: number): void {
  const fails =
    (ifMatch !== undefined && !namesVersion(ifMatch, version)) || (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, version));
  if (fails) throw new ScimError('SCIM-VERSION', `The resource has version ${entityTag(version)}; read it again before you change it.`);
}
