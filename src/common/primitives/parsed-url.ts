// Reads external texts as URLs.

/**
 * Reads a text as an absolute URL. `URL.canParse` isn't used anywhere: once it is optimized, Node 20 and 22 reject every text with a letter
 * such as "ü" (test/architecture/shape.spec.ts).
 * @returns undefined for a text that isn't a URL
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
