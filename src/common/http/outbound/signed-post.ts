// Posts to a URL of the operator. The signature proves to the receiver that this service sent the body, and that it is recent.
import { createHmac } from 'node:crypto';
import { abortAfter } from '../../concurrency/abort-after.js';

export interface SignedTarget {
  url: string;
  secret: string;
}

/**
 * The signature covers the time, so that a recorded request can't be replayed later. Redirects are not followed.
 * @returns the status of the answer @throws when none arrives in time, or when `signal` aborts
 */
export async function postSigned(
  { url, secret }: SignedTarget,
  { type, text, nowMs, timeoutMs, signal }: { type: string; text: string; nowMs: number; timeoutMs: number; signal?: AbortSignal },
): Promise<number> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: abortAfter(timeoutMs, signal),
    headers: {
      'Content-Type': type,
      'User-Agent': 'Gatehouse',
      'Gatehouse-Timestamp': timestamp,
      'Gatehouse-Signature': `sha256=${signature}`,
    },
    body: text,
  });
  // The body of the answer isn't read.
  await response.body?.cancel();
  return response.status;
}
