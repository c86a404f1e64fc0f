// Encodings of hashes: base64 variants, hexadecimal, and the alphabet of crypt(3).

const CRYPT_ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Pattern for any base64 variant: standard, URL-safe (`-_`), or passlib's (`.` for `+`), padded or not. */
export const BASE64 = '[A-Za-z0-9+/._-]+={0,2}';

/** @returns the bytes, or none if `text` is not base64 of any variant */
export function fromBase64(text: string): Buffer {
  const [, digits = ''] = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text.replace(/[.-]/g, '+').replace(/_/g, '/')) ?? [];
  return digits.length % 4 === 1 ? Buffer.alloc(0) : Buffer.from(digits, 'base64');
}

/** The value of one character of crypt(3), 0 to 63; -1 for any other. */
export function fromCryptCharacter(character: string): number {
  return CRYPT_ALPHABET.indexOf(character);
}

/** A number in the alphabet of crypt(3), least significant character first. */
export function fromCryptNumber(text: string): number {
  return [...text].reduceRight((value, character) => value * 64 + fromCryptCharacter(character), 0);
}

/** Bytes in the alphabet of crypt(3): three bytes to four characters, least significant bits first, without padding. */
export function toCryptText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    let value = (group[0] ?? 0) | ((group[1] ?? 0) << 8) | ((group[2] ?? 0) << 16);
    for (let characters = group.length + 1; characters > 0; characters--, value >>>= 6) text += CRYPT_ALPHABET[value & 63];
  }
  return text;
}
