// The other applications of a project that its access tokens name in `aud`, if the project is set to do so
// (docs/adr/0055-the-audience-of-a-project.md).

/** Maximum bytes of JSON for them in a token: 41 ids created by this service. */
const MAX_BYTES = 1_600;
/** The response to a new application warns if fewer than this many more ids would fit. */
const WARN_BEFORE = 5;
/** Bytes of two quotes and a comma. */
const AROUND_AN_ID = 3;

/**
 * The applications of a project that its tokens name: the oldest, as many as fit. A new application therefore never displaces another.
 * @param clientIds oldest first
 */
export function namedSiblings(clientIds: readonly string[]): string[] {
  let bytes = 0;
  const end = clientIds.findIndex((id) => (bytes += Buffer.byteLength(id) + AROUND_AN_ID) > MAX_BYTES);
  return clientIds.slice(0, end === -1 ? undefined : end);
}

/** Whether the newest application, or one of the next few, is not named. @param clientIds oldest first */
export function isNearEnd(clientIds: readonly string[]): boolean {
  const coming = Array.from({ length: WARN_BEFORE }, () => clientIds.at(-1) ?? '');
  return namedSiblings([...clientIds, ...coming]).length < clientIds.length + WARN_BEFORE;
}
