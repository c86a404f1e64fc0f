import { parsedUrl } from '../primitives/parsed-url.js';
/** Whether a text is a web origin (RFC 6454 section 6.2) as browsers send it: scheme, host and port, nothing else. */
export function isWebOrigin(text: string): boolean {
  return text.length <= 300 && /^https?:[^*]+$/.test(text) && parsedUrl(text)?.origin === text;
}
