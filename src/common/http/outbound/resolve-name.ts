// The addresses of a host name that a third party chose. A name server of that party may never answer, and the look-up of the operating system would
// hold one of the few threads of this process for as long: so names are asked of the DNS directly, which holds none.
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { Semaphore } from '../../concurrency/semaphore.js';

const HOSTS_FILE = '/etc/hosts';

/** How names are asked for. */
const WAYS = {
  /** For one question to one name server; it is asked twice. */
  timeoutMs: 1_500,
  tries: 2,
  /** Other name servers than those of the machine. */
  servers: undefined as readonly string[] | undefined,
};
export type ResolvingWays = Partial<typeof WAYS>;

/** Of the four threads that files and hashes need too. */
const SYSTEM_LOOKUPS = new Semaphore('look-up of a name', 2, 100, 'work.busy', 5_000);

/** The name is unknown, or has no address: the DNS has answered. */
const UNKNOWN = new Set<unknown>(['ENOTFOUND', 'ENODATA']);

/**
 * The addresses of a name, IPv4 first.
 * @param family 4, 6, or both for anything else @param isPrivateAllowed also asks the operating system for names that the DNS doesn't know: those of a
 * private network may be short, and completed by its search list
 */
export async function addressesOf(
  name: string,
  family: unknown,
  isPrivateAllowed: boolean,
  ways: ResolvingWays = {},
): Promise<LookupAddress[]> {
  const families = family === 4 || family === 6 ? [family] : [4, 6];
  if (await isOfThisMachine(name)) return ofSystem(name, family);
  try {
    return await ofDns(name, families, { ...WAYS, ...ways });
  } catch (error) {
    if (!isPrivateAllowed || !UNKNOWN.has((error as NodeJS.ErrnoException).code)) throw error;
    return ofSystem(name, family);
  }
}

/** @throws the error of the first family if none has an address */
async function ofDns(name: string, families: readonly number[], { timeoutMs, tries, servers }: typeof WAYS): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  const found = await Promise.allSettled(families.map((family) => (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))));
  const addresses = found.flatMap((one, at) =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: families[at] ?? 0 })) : [],
  );
  const failed = found.find((one) => one.status === 'rejected');
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
}

function ofSystem(name: string, family: unknown): Promise<LookupAddress[]> {
  const only = family === 4 || family === 6 ? { family } : {};
  return SYSTEM_LOOKUPS.run(() => lookup(name, { ...only, all: true }));
}

/** Names that the machine answers by itself, at once (RFC 6761 section 6.3). */
async function isOfThisMachine(name: string): Promise<boolean> {
  const asked = name.toLowerCase();
  if (asked === 'localhost' || asked.endsWith('.localhost')) return true;
  const lines = (await readFile(HOSTS_FILE, 'utf8').catch(() => '')).split('\n');
  return lines.some((line) => {
    const [text = ''] = line.split('#');
    return text.toLowerCase().split(/\s/).slice(1).includes(asked);
  });
}
