// Reads texts from outside as URLs.

/**
 * Reads a text as an absolute URL. `URL.canParse` is not used anywhere: once it is optimized, Node 20 and 22 take each text with a letter such as
 * "ü" for no URL (test/architecture/shape.spec.ts).
 * @returns undefined for a text that is none
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
