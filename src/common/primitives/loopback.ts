// The names of this machine in URLs.
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the host of a URL, as `URL.hostname` gives it, is this machine: what is sent there needs no TLS. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}
