// Gets a small text from a URL that a third party chose.
import { guardedFetch, type OutboundLimits } from './guarded-fetch.js';
import { NoAnswerError } from './guarded-lookup.js';

/** Redirects are not followed. @returns the body of a response with status 200, as text @throws NoAnswerError for anything else */
export async function getText(target: string, limits: OutboundLimits): Promise<string> {
  const response = await guardedFetch(target, { headers: { Accept: 'text/plain' } }, limits);
  if (response.status !== 200) throw new NoAnswerError(new Error(`it responded with status ${response.status}`));
  return response.text();
}
