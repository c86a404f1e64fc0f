// Sign-in with an LDAP directory: the account of the provider finds the entry of the person, and a bind with that entry proves the password.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { FairQueue } from '../../../common/concurrency/fair-queue.js';
import { networkOf } from '../../../common/http/client-network.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import {
  UnansweredPasswordError,
  UpstreamError,
  type Admits,
  type OpenedProvider,
  type PasswordProtocol,
  type ProbeStep,
  type SentGroups,
  type SentIdentity,
  type TypedPassword,
} from '../upstream.js';
import { unsaid } from '../sent-groups.js';
import type { LdapEntry } from './ldap-answers.js';
import { LDAP_LIMITS, directoryOf, socketOptions, type Directory, type LdapLimits } from './ldap-directory.js';
import { nestedGroupsOf } from './ldap-groups.js';
import { accountControlOf, attributesOf, filterForName, identityOf } from './ldap-person.js';
import { probeLdap } from './ldap-probe.js';
import { assertEnabled, assertSearched, assertServiceBound, isRightPassword } from './ldap-refusals.js';
import { LdapSession } from './ldap-session.js';
import { connectLdap, encryptLdap } from './ldap-socket.js';

/** Longer names and passwords are wrong without a question to the directory. An address has 320 characters at most. */
const MAX_LOGIN_NAME = 320;
const MAX_PASSWORD = 1_024;
const MAX_REMEMBERED = 1_000;

/** The URL that answered, and the entry of the person if there is one. */
interface Found {
  url: string;
  entry?: LdapEntry | undefined;
}

@Injectable()
export class LdapUpstream implements PasswordProtocol {
  /** Tests shorten the times. */
  readonly limits: LdapLimits = { ...LDAP_LIMITS };
  /** A slow directory makes only its own sign-ins wait, and a network that sends many sign-ins mostly its own. */
  private readonly queues = new Map<string, FairQueue>();
  /** Why a URL did not answer, and until when it is left out. */
  private readonly unreachable = new Map<string, { untilMs: number; reason: string }>();

  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'backchannelAllowPrivate'>,
  ) {}

  /** @returns undefined for a wrong name or password @throws UpstreamError, HiddenRefusalError */
  async authenticate(
    provider: OpenedProvider,
    { loginName, password, ip }: TypedPassword,
    admits: Admits,
  ): Promise<SentIdentity | undefined> {
    if (!isTyped(loginName, MAX_LOGIN_NAME) || !isTyped(password, MAX_PASSWORD)) return undefined;
    const directory = directoryOf(provider);
    return this.inTurn(directory.id, networkOf(ip), async () => {
      // The time of other sign-ins is not this one's: a sign-in that starts almost out of time would blame the directory.
      const signal = AbortSignal.timeout(this.limits.totalMs);
      const { url, entry } = await this.find(directory, loginName, signal);
      // Asked for unknown names too, so that they take as long. No DN begins with a space.
      const isAdmitted = await admits(entry?.dn ?? ` ${loginName}`);
      if (!entry || !isAdmitted) return this.refuseUnknown(url, directory, password, signal);
      if (!(await this.isPasswordOf(entry.dn, url, directory, password, signal))) return undefined;
      const { connection } = directory;
      if (connection.activeDirectory) assertEnabled(accountControlOf(entry));
      const identity = identityOf(entry, connection, directory.groupsAttribute);
      if (directory.nestedGroups.length === 0) return identity;
      return { ...identity, groups: await this.nestedGroups(directory, url, entry, signal) };
    });
  }

  /** Only once the password is right: how long it takes would tell strangers who exists. Who signs in doesn't depend on it. */
  private async nestedGroups(directory: Directory, url: string, entry: LdapEntry, signal: AbortSignal): Promise<SentGroups> {
    try {
      return await this.withServiceSession(directory, url, signal, (session) => nestedGroupsOf(session, directory, entry));
    } catch (error) {
      if (error instanceof UpstreamError) return unsaid(`Groups in groups: ${error.message}`);
      throw error;
    }
  }

  /** Tries every URL, then signs in and searches at the first that answers. */
  probe(provider: OpenedProvider): Promise<ProbeStep[]> {
    return probeLdap(directoryOf(provider), this.limits, this.settings.backchannelAllowPrivate);
  }

  /** @throws UpstreamError `unreachable` when more sign-ins wait than the directory answers, and those of other networks have had fewer turns */
  private async inTurn<T>(id: string, network: string, task: () => Promise<T>): Promise<T> {
    const { concurrency, maxWaiting, waitMs } = this.limits;
    const queue = this.queues.get(id) ?? new FairQueue('directory', concurrency, maxWaiting, waitMs);
    this.queues.set(id, queue);
    try {
      return await queue.runInTurn({ rank: 0, shares: [network] }, task);
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'busy')
        throw new UpstreamError('unreachable', 'More people sign in than the directory answers in time.');
      throw error;
    } finally {
      if (queue.load.running === 0 && queue.load.waiting === 0) this.queues.delete(id);
    }
  }

  /** The entry of the person, from the first URL that answers. @throws UpstreamError */
  private async find(directory: Directory, loginName: string, signal: AbortSignal): Promise<Found> {
    const { urls } = directory.connection;
    const answering = urls.filter((url) => !this.recentFailure(directory, url));
    let failure: UpstreamError | undefined;
    for (const url of answering) {
      try {
        return await this.findAt(directory, url, loginName, signal);
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.fault !== 'unreachable') throw error;
        failure = new UpstreamError('unreachable', `${url}: ${error.message}`);
      }
      if (signal.aborted) break;
    }
    throw failure ?? new UpstreamError('unreachable', urls.map((url) => this.recentFailure(directory, url) ?? '').join(' '));
  }

  private async findAt(directory: Directory, url: string, loginName: string, signal: AbortSignal): Promise<Found> {
    const { connection } = directory;
    return this.withServiceSession(directory, url, signal, async (session) => {
      const result = await session.search({
        baseDn: connection.baseDn,
        filter: filterForName(connection, loginName),
        attributes: attributesOf(connection, directory.groupsAttribute),
        maxEntries: 2,
        timeLimitSeconds: Math.ceil(this.limits.totalMs / 1_000),
      });
      assertSearched(result);
      const [entry, ...more] = result.entries;
      if (more.length > 0)
        throw new UpstreamError(
          'misconfigured',
          `Several entries have the name that was typed in ${connection.loginAttributes.join(' or ')}. Name attributes that only one person can have.`,
        );
      return { url, entry };
    });
  }

  /**
   * A URL that doesn't answer until bindDn is bound is left out for a while. What happens later isn't remembered, nor is the end of a sign-in's
   * own time: strangers make a directory slow, and must not shut others out.
   */
  private async withServiceSession<T>(
    directory: Directory,
    url: string,
    total: AbortSignal,
    work: (session: LdapSession) => Promise<T>,
  ): Promise<T> {
    const { bindDn, activeDirectory } = directory.connection;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.limits.connectMs);
    let isBound = false;
    try {
      return await this.withSession(directory, url, AbortSignal.any([total, late.signal]), async (session) => {
        assertServiceBound(await session.bind(bindDn, directory.secret), activeDirectory);
        clearTimeout(timer);
        isBound = true;
        return work(session);
      });
    } catch (error) {
      if (error instanceof UpstreamError && error.fault === 'unreachable' && !isBound && !total.aborted)
        this.remember(directory, url, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A connection of its own, so that nothing of the account that searches is left. Its failure isn't remembered: directories delay answers to
   * wrong passwords, and a stranger who sends some must not shut others out.
   */
  private async isPasswordOf(dn: string, url: string, directory: Directory, password: string, signal: AbortSignal): Promise<boolean> {
    let isUnanswered = false;
    try {
      return await this.withSession(directory, url, signal, async (session) => {
        isUnanswered = true;
        const result = await session.bind(dn, password);
        isUnanswered = false;
        return isRightPassword(result, directory.connection.activeDirectory);
      });
    } catch (error) {
      throw isUnanswered && isUnreachable(error) ? new UnansweredPasswordError(error.message) : error;
    }
  }

  /**
   * An entry that doesn't exist is asked for, so that neither the time of an answer nor its absence tells who exists. Whatever the directory says, it is
   * a refusal.
   */
  private async refuseUnknown(url: string, directory: Directory, password: string, signal: AbortSignal): Promise<undefined> {
    const dn = `cn=${randomUUID()},${directory.connection.baseDn}`;
    await this.isPasswordOf(dn, url, directory, password, signal).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
    });
  }

  private async withSession<T>(
    directory: Directory,
    url: string,
    signal: AbortSignal,
    work: (session: LdapSession) => Promise<T>,
  ): Promise<T> {
    const session = new LdapSession(await this.open(directory, url, signal), this.limits);
    try {
      return await work(session);
    } catch (error) {
      throw signal.aborted ? new UpstreamError('unreachable', 'No answer in time.') : error;
    } finally {
      session.close();
    }
  }

  private async open(directory: Directory, url: string, signal: AbortSignal): Promise<Socket> {
    const options = socketOptions(directory, signal, this.limits, this.settings.backchannelAllowPrivate);
    return encryptLdap(await connectLdap(url, options), url, options);
  }

  private recentFailure(directory: Directory, url: string): string | undefined {
    const known = this.unreachable.get(keyOf(directory, url));
    return known && known.untilMs > this.clock.nowMs() ? known.reason : undefined;
  }

  private remember(directory: Directory, url: string, { message }: UpstreamError): void {
    const reason = `${url}: ${message}`;
    if (this.unreachable.size >= MAX_REMEMBERED) this.unreachable.delete(this.unreachable.keys().next().value ?? '');
    this.unreachable.set(keyOf(directory, url), { untilMs: this.clock.nowMs() + this.limits.rememberMs, reason });
  }
}

function isUnreachable(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.fault === 'unreachable';
}

/** Changed settings are tried at once. */
function keyOf({ id, modifiedUs }: Directory, url: string): string {
  return `${id} ${modifiedUs} ${url}`;
}

/**
 * An empty password would be an anonymous bind, which succeeds; a NUL would end the text in directories written in C. No person has such a
 * name or password.
 */
function isTyped(text: string, max: number): boolean {
  return text !== '' && text.length <= max && !/[\0\p{Cs}]/u.test(text);
}
