// Posts a form to a URL that a third party registered.
import { guardedFetch, type OutboundLimits } from './guarded-fetch.js';

/** Reads only the status of the response; redirects are not followed. @throws NoAnswerError */
export async function postForm(target: string, form: Record<string, string>, limits: Omit<OutboundLimits, 'maxBytes'>): Promise<number> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: '*/*' };
  const body = new URLSearchParams(form).toString();
  const { status } = await guardedFetch(target, { method: 'POST', headers, body }, { ...limits, maxBytes: 0 });
  return status;
}
