// Which other applications of a project its access tokens name in `aud`, where the project says so (docs/adr/0055-the-audience-of-a-project.md).

/** Bytes of JSON that they may take of a token: 41 ids that this service made. */
const MAX_BYTES = 1_600;
/** So many more ids still fit when the answer to a new application starts to warn. */
const WARN_BEFORE = 5;
/** Quotes and a comma. */
const AROUND_AN_ID = 3;

/**
 * The applications of a project that its tokens name: the oldest, as many as fit, so that a new one never takes the place of another.
 * @param clientIds oldest first
 */
export function namedSiblings(clientIds: readonly string[]): string[] {
  let bytes = 0;
  const end = clientIds.findIndex((id) => (bytes += Buffer.byteLength(id) + AROUND_AN_ID) > MAX_BYTES);
  return clientIds.slice(0, end === -1 ? undefined : end);
}

/** Whether the newest application is not named any more, or soon the next one will not be. @param clientIds oldest first */
export function isNearEnd(clientIds: readonly string[]): boolean {
  const coming = Array.from({ length: WARN_BEFORE }, () => clientIds.at(-1) ?? '');
  return namedSiblings([...clientIds, ...coming]).length < clientIds.length + WARN_BEFORE;
}
