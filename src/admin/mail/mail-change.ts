// A change of the mail settings: RFC 7396 on their flat form, and the rules that hold afterwards.
import type { MailBody } from './mail.body.js';
import type { DecidedMail, DecidedServer } from '../../common/mail/mail-settings.repository.js';
import { faultsFound, type Fault } from '../../common/primitives/domain-error.js';

/** `null` unsets; absent stays. */
export type MailChange = { [Member in keyof MailBody]?: MailBody[Member] | null };

const SERVER = ['host', 'port', 'tls', 'verifyCertificate', 'user', 'password'] as const;
const PLACE = ['host', 'port', 'tls', 'verifyCertificate'] as const;

/**
 * What is decided after a change. @param hasSender the environment names one, for a server without a sender of its own
 * @param sealedPassword that of the change, if it has one
 * @throws DomainError `invalid` with every fault
 */
export function changedMail(before: DecidedMail, change: MailChange, hasSender: boolean, sealedPassword: string | undefined): DecidedMail {
  const faults: Fault[] = [];
  const server = serverAfter(before.server, change, sealedPassword, faults);
  const from = senderAfter(before.from, change, faults);
  const replyTo = merged(change.replyTo, before.replyTo);
  if (server && !from && !hasSender)
    faults.push(missing('fromAddress', 'fromAddress is required with a mail server, because MAIL_FROM is not set.'));
  const error = faultsFound(faults);
  if (error) throw error;
  return { ...(server && { server }), ...(from && { from }), ...(replyTo !== undefined && { replyTo }) };
}

function serverAfter(
  before: DecidedServer | undefined,
  change: MailChange,
  sealedPassword: string | undefined,
  faults: Fault[],
): DecidedServer | undefined {
  const host = merged(change.host, before?.host);
  if (host === undefined) {
    const named = SERVER.filter((member) => change[member] !== undefined && change[member] !== null);
    faults.push(...named.map((member) => missing(member, `${member} belongs to a mail server: send its host as well.`)));
    return undefined;
  }
  const tls = merged(change.tls, before?.tls) ?? 'required';
  const port = merged(change.port, before?.port) ?? (tls === 'implicit' ? 465 : 587);
  const after = { host, port, tls, verifyCertificate: merged(change.verifyCertificate, before?.verifyCertificate) ?? true };
  const login = loginAfter(before, after, change, sealedPassword, faults);
  return { ...after, ...(login && { login }) };
}

function loginAfter(
  before: DecidedServer | undefined,
  after: DecidedServer,
  { user: newUser, password }: MailChange,
  sealedPassword: string | undefined,
  faults: Fault[],
): DecidedServer['login'] {
  const user = merged(newUser, before?.login?.user);
  if (sealedPassword !== undefined) {
    if (user === undefined) faults.push(missing('user', 'user is required with a password.'));
    return user === undefined ? undefined : { user, sealedPassword };
  }
  // An administrator must not be able to have a password sent to a server of their own.
  const isElsewhere = before !== undefined && PLACE.some((member) => before[member] !== after[member]);
  if (user === undefined || password === null || !before?.login || isElsewhere) {
    if (user !== undefined && newUser !== null)
      faults.push(
        missing(
          'password',
          isElsewhere ? 'Send the password again: the stored one is for another server.' : 'password is required with a user.',
        ),
      );
    return undefined;
  }
  return { user, sealedPassword: before.login.sealedPassword };
}

function senderAfter(before: DecidedMail['from'], change: MailChange, faults: Fault[]): DecidedMail['from'] {
  const address = merged(change.fromAddress, before?.address);
  if (address !== undefined) return { address, name: merged(change.fromName, before?.name) ?? '' };
  if (typeof change.fromName === 'string') faults.push(missing('fromAddress', 'fromAddress is required with a fromName.'));
  return undefined;
}

function merged<Value>(change: Value | null | undefined, before: Value | undefined): Value | undefined {
  return change === undefined ? before : (change ?? undefined);
}

function missing(field: string, message: string): Fault {
  return { field, code: 'mail.incomplete', message };
}
