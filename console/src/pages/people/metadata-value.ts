// Values of metadata: bytes in base64, which are usually text.

/** Longer values are cut where they are only shown. */
const MOST_SHOWN = 500;

/** The text of a value. @returns undefined for bytes that are no text */
export function fromBase64(value: string): string | undefined {
  const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The value of a text, as UTF-8. */
export function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

/** The beginning of the text of a value. @returns undefined for bytes that are no text */
export function shownValue(value: string): string | undefined {
  const text = fromBase64(value);
  return text !== undefined && text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
