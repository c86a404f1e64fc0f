// Addresses of identity providers: https, or http on this machine, without credentials and fragment.
import { isLoopbackHost } from '../../../common/primitives/loopback.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';

const MAX_URL = 2_048;

/** The rules that an address breaks, in words. */
export function providerUrlFaults(text: string): string[] {
  const url = text.length <= MAX_URL && /^[\x21-\x7E]+$/.test(text) ? parsedUrl(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return [`must be an https URL of at most ${MAX_URL} characters`];
  return [
    ...(url.protocol === 'http:' && !isLoopbackHost(url.hostname) ? ['must be https; http is for loopback hosts only'] : []),
    ...(url.username || url.password ? ['must not contain credentials'] : []),
    ...(text.includes('#') ? ['must have no fragment'] : []),
  ];
}
