// A directory to connect to, and the limits of its connections.
import { abortAfter } from '../../../common/concurrency/abort-after.js';
import { GROUPS_ATTRIBUTE, type LdapConnection } from '../../../users/authentication/identity-providers/ldap-connection.js';
import { UpstreamError, type OpenedProvider } from '../upstream.js';
import type { SocketOptions } from './ldap-socket.js';

export const LDAP_LIMITS = {
  /** For a connection to one URL with its encryption, and for the answer to bindDn there. */
  connectMs: 3_000,
  /** For the turn of a sign-in. */
  waitMs: 5_000,
  /** For a sign-in from its turn on. */
  totalMs: 5_000,
  /** For the test of a provider, whose URLs are all tried. */
  probeMs: 10_000,
  /** How long a URL that did not answer is left out. */
  rememberMs: 5_000,
  concurrency: 8,
  maxWaiting: 100,
  /** A person may be in a thousand groups. */
  maxMessageBytes: 256 * 1024,
  /** Of one connection. */
  maxBytes: 1024 * 1024,
};
export type LdapLimits = typeof LDAP_LIMITS;

/** A provider whose settings are complete. */
export interface Directory {
  id: string;
  modifiedUs: number;
  connection: LdapConnection;
  secret: string;
  /** Undefined: the provider fills no groups. */
  groupsAttribute: string | undefined;
  /** The DNs of the groups for which groups inside groups count; empty: only the groups in the entry of the person do. */
  nestedGroups: readonly string[];
}

/** @throws UpstreamError without the password of bindDn */
export function directoryOf(provider: OpenedProvider): Directory {
  const { id, modifiedUs, secret } = provider;
  if (provider.kind !== 'ldap') throw new Error(`the provider is of kind ${provider.kind}`);
  if (secret === undefined || secret === '') throw new UpstreamError('misconfigured', 'The password of bindDn is missing.');
  const { connection, rules } = provider;
  const groupsAttribute = rules.groups.length === 0 ? undefined : (connection.groupsAttribute ?? GROUPS_ATTRIBUTE);
  const nestedGroups = connection.nestedGroups ? rules.groups.map(({ value }) => value).filter(isDn) : [];
  return { id, modifiedUs, connection, secret, groupsAttribute, nestedGroups };
}

/** Other values of an attribute with groups are names, which no entry has. */
export const isDn = (value: string): boolean => value.includes('=');

/** Of a connection to one URL of the directory. */
export function socketOptions(
  { connection: { startTls, certificate } }: Directory,
  signal: AbortSignal,
  { connectMs, maxMessageBytes, maxBytes }: LdapLimits,
  allowPrivate: boolean,
): SocketOptions {
  const connecting = abortAfter(connectMs, signal);
  return { startTls, ...(certificate !== undefined && { certificate }), allowPrivate, connecting, signal, maxMessageBytes, maxBytes };
}
