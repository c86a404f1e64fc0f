// The test of a directory: connections to all URLs, then a bind and a search.
import type { TLSSocket } from 'node:tls';
import type { LdapConnection } from '../../../users/authentication/identity-providers/ldap-connection.js';
import { UpstreamError, type ProbeStep } from '../upstream.js';
import type { LdapEntry } from './ldap-answers.js';
import { socketOptions, type Directory, type LdapLimits } from './ldap-directory.js';
import { filterForAll, hasSubject } from './ldap-person.js';
import { assertSearched, assertServiceBound, SIZE_LIMIT_EXCEEDED } from './ldap-refusals.js';
import { LdapSession } from './ldap-session.js';
import { connectLdap, encryptLdap, type SocketOptions } from './ldap-socket.js';

/** Entries that the test of a provider counts. */
const PROBED_ENTRIES = 1_000;

/** Tries every URL, then signs in and searches at the first that answers. */
export async function probeLdap(directory: Directory, limits: LdapLimits, allowPrivate: boolean): Promise<ProbeStep[]> {
  const signal = AbortSignal.timeout(limits.probeMs);
  const options = socketOptions(directory, signal, limits, allowPrivate);
  const opened = await Promise.all(directory.connection.urls.map((url) => probeUrl(url, options, limits)));
  const session = opened.find((one) => one.session)?.session;
  const steps = opened.flatMap((one) => one.steps);
  try {
    return session ? [...steps, ...(await probeSearch(session, directory))] : steps;
  } finally {
    for (const one of opened) one.session?.close();
  }
}

async function probeUrl(url: string, options: SocketOptions, limits: LdapLimits): Promise<{ steps: ProbeStep[]; session?: LdapSession }> {
  const steps: ProbeStep[] = [];
  let step = 'connect';
  try {
    const connected = await connectLdap(url, options);
    steps.push({ step, ok: true, detail: `${url} answers.` });
    step = 'tls';
    const socket = await encryptLdap(connected, url, options);
    steps.push({ step, ok: true, detail: `${url}${encryptionOf(socket as TLSSocket)}` });
    return { steps, session: new LdapSession(socket, limits) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { steps: [...steps, { step, ok: false, detail: `${url}: ${error.message}` }] };
  }
}

function encryptionOf(socket: TLSSocket): string {
  if (!socket.encrypted) return ' is on this machine and not encrypted.';
  const { subject, valid_to: end } = socket.getPeerCertificate();
  const name = Object.entries(subject ?? {}).map(([type, value]) => `${type}=${String(value)}`);
  return `: the certificate of ${name.join(', ').replaceAll(/\p{C}/gu, '').slice(0, 300)} is valid until ${end}.`;
}

async function probeSearch(session: LdapSession, { connection, secret }: Directory): Promise<ProbeStep[]> {
  const steps: ProbeStep[] = [];
  let step = 'bind';
  try {
    assertServiceBound(await session.bind(connection.bindDn, secret), connection.activeDirectory);
    steps.push({ step, ok: true, detail: 'The directory accepts bindDn and its password.' });
    step = 'search';
    const result = await session.search({
      baseDn: connection.baseDn,
      filter: filterForAll(connection),
      attributes: [connection.subjectAttribute],
      maxEntries: PROBED_ENTRIES,
      timeLimitSeconds: 5,
    });
    assertSearched(result);
    steps.push({ step, ...searchFindings(result.entries, result.code === SIZE_LIMIT_EXCEEDED, connection) });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    steps.push({ step, ok: false, detail: error.message });
  }
  return steps;
}

function searchFindings(entries: readonly LdapEntry[], hasMore: boolean, connection: LdapConnection): Omit<ProbeStep, 'step'> {
  const { loginAttributes, subjectAttribute } = connection;
  if (entries.length === 0)
    return {
      ok: false,
      detail: `No entry below baseDn has ${loginAttributes.join(' or ')}: check baseDn and personFilter, and what bindDn may read.`,
    };
  const people = `${hasMore ? 'At least ' : ''}${entries.length} ${entries.length === 1 ? 'person was' : 'people were'} found`;
  const without = entries.filter((entry) => !hasSubject(entry, subjectAttribute)).length;
  return without === 0
    ? { ok: true, detail: `${people}.` }
    : { ok: false, detail: `${people}; ${without} of them can't sign in without a value of ${subjectAttribute} that bindDn may read.` };
}
