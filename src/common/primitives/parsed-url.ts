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

const WEB_FORM = /^https?:\/\/\S+$/i;

/** Whether a text is an absolute http or https URL without white space, and nothing else: no `javascript:`, which a page might make a link of. */
export function isWebAddress(text: string): boolean {
  return WEB_FORM.test(text) && parsedUrl(text) !== undefined;
}
