// Posts to a web address of the operator's, signed so that its receiver can tell that the body is ours and new.
import { createHmac } from 'node:crypto';

export interface SignedTarget {
  url: string;
  secret: string;
}

/**
 * The signature covers the time, so that what was recorded cannot be sent again later. Redirects are not followed.
 * @returns the status of the answer @throws when there is none in time, or `signal` aborts
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
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    headers: {
      'Content-Type': type,
      'User-Agent': 'Gatehouse',
      'Gatehouse-Timestamp': timestamp,
      'Gatehouse-Signature': `sha256=${signature}`,
    },
    body: text,
  });
  // Nothing of the answer is read.
  await response.body?.cancel();
  return response.status;
}
