/**
 * A signal that aborts after a time, or with another signal. `AbortSignal.any` of `AbortSignal.timeout` may never abort: the garbage collector
 * takes the timeout, which nothing else holds (nodejs/node#57736).
 * @param signal absent: the time alone counts
 */
export function abortAfter(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError')), timeoutMs).unref();
  const follow = () => {
    clearTimeout(timer);
    limit.abort(signal?.reason);
  };
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true, signal: limit.signal });
  return limit.signal;
}
