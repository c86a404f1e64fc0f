// Chooses which server in DATABASE_URL is used: one at a time, the same for all processes (docs/adr/0041-database-hosts.md).
import { randomInt } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { ConnectionOptions } from 'mysql2';
import type { ServerSettings } from '../../settings/settings.js';
import { inTime } from '../../concurrency/in-time.js';
import type { ServerHost } from '../../settings/values.js';
import { isDiskFault, isOfServer, signOf } from '../errors/faults.js';
import { DATABASE_LIMITS } from '../errors/limits.js';
import { AGREE_ON, agreeOnOne, HANDOVER_MS, TRUST_MS, type Agreed } from './agreement.js';
import { ask, nameOf, SYNC, unlessUnknown, withServer } from './connection.js';
import { clusterSizeOn, IDENTITY, identityIn, probeHost, type HostStatus } from './host-status.js';

/** How often a process probes whether the server still works and is still the agreed one. */
const WATCH_MS = 1_000;
/** The pause between two probes, however long the first one took. */
const PAUSE_MS = 100;
/** How long an answer waits for a probe that confirms the server. */
const CONFIRM_MS = 4_000;
/** Longer than a cluster takes to expel a dead node; until then it doesn't say what was committed. */
const AGREE_MS = 10_000;
/** For how long after a move reads wait for writes that other processes may still make elsewhere. */
const SYNC_MS = 60_000;
/** Longer than any read that began within `SYNC_MS` takes. */
const LAST_SYNC_MS = 10_000;
/**
 * For how long a server whose disk rejected a write ranks after all others. If every disk is full, this also limits how often a process
 * moves.
 */
const DISK_FAULT_MS = 60_000;
/** Connections opened at once to check whether they all lead to one server. */
export const SAMPLE = 4;

interface Choice extends Agreed {
  /** The size of the cluster after the choice; it may have expelled a node by then. */
  size: number | undefined;
}

/** A host of DATABASE_URL, as this process sees it now. */
export interface HostState {
  /** As the agreement names it. */
  name: string;
  /** The host accepts writes and belongs to the active part of its cluster. */
  isUsable: boolean;
  isUsed: boolean;
}

/** The connections of one role, which follow the choice of {@link ServerNodes}. */
export interface Movable {
  /**
   * @param session statements that new connections run there; a server that doesn't know a variable they set skips it
   * @param isGraceful lets running work end on the server it began on
   */
  move(host: ServerHost, session: readonly string[], isGraceful: boolean): void;
}

export class ServerNodes {
  private static readonly bySettings = new WeakMap<ServerSettings, ServerNodes>();
  private readonly log = new Logger('database');
  private readonly pools = new Set<Movable>();
  private options: ConnectionOptions = {};
  private at: ServerHost | undefined;
  private session: readonly string[] = [];
  private checking: Promise<void> | undefined;
  private sampling: Promise<string | undefined> | undefined;
  private watch: NodeJS.Timeout | undefined;
  private unsync: NodeJS.Timeout | undefined;
  private identity: string | undefined;
  private trustedUntilMs = -Infinity;
  /** The size of the cluster when the server in use last answered. */
  private size: number | undefined;
  /** The epoch of the agreement, as the server in use last reported it. */
  private epoch = 0;
  private movedMs = -Infinity;
  private writesFromMs = -Infinity;
  /** When a write failed on the disk of a host. */
  private readonly diskFaults = new Map<ServerHost, number>();
  /** A write failed on the disk of the server in use, and no other server with room has been chosen yet. */
  private isFull = false;
  /** The server in use before the last move still works. */
  private isLeftByChoice = false;
  /** The servers belong to TiDB. Any of them works: each process chooses for itself, and a balancer may spread its connections. */
  isTidb = false;
  /** Grows whenever values read before may come from another server. */
  moves = 0;

  private constructor(private readonly hosts: readonly ServerHost[]) {}

  /** The pools of one process share one choice. */
  static of(settings: ServerSettings): ServerNodes {
    const known = ServerNodes.bySettings.get(settings) ?? new ServerNodes(settings.hosts);
    ServerNodes.bySettings.set(settings, known);
    return known;
  }

  /** Whether another server could take over. */
  get hasChoice(): boolean {
    return this.hosts.length > 1;
  }

  /** Whether a read may be slow because it waits for the writes of others. */
  get isCatchingUp(): boolean {
    return performance.now() - this.movedMs < SYNC_MS + LAST_SYNC_MS;
  }

  /** How long nothing may be written yet, because other processes may still read on a server that doesn't receive these writes. */
  get handoverMs(): number {
    return Math.max(0, this.writesFromMs - performance.now());
  }

  /** @param options how to connect, without the host */
  join(pool: Movable, options: ConnectionOptions): void {
    this.options = options;
    this.pools.add(pool);
    if (this.at) return pool.move(this.at, this.session, true);
    if (!this.hasChoice) return this.moveTo(this.hosts[0] as ServerHost);
    void this.recheck();
  }

  leave(pool: Movable): void {
    this.pools.delete(pool);
    if (this.pools.size > 0) return;
    clearTimeout(this.watch);
    clearTimeout(this.unsync);
    this.at = undefined;
    this.identity = undefined;
    this.sampling = undefined;
  }

  /** Probes whether the server still works and is the agreed one, and otherwise moves to another. Concurrent callers share a probe. */
  recheck(): Promise<void> {
    if (this.checking) return this.checking;
    const startedMs = performance.now();
    clearTimeout(this.watch);
    this.checking = this.check(startedMs)
      .catch((error: unknown) => this.log.warn({ message: 'no database server could be agreed on', reason: signOf(error) }))
      .finally(() => {
        this.checking = undefined;
        if (this.pools.size === 0 || !this.hasChoice) return;
        const pauseMs = Math.max(PAUSE_MS, WATCH_MS - (performance.now() - startedMs));
        this.watch = setTimeout(() => void this.recheck(), pauseMs).unref();
      });
    return this.checking;
  }

  /**
   * Whether the answers so far count. The server may have been frozen while other processes moved, and wake up with outdated data.
   * @param moves as of when the connection was made
   * @returns undefined if the answers count at once, else the result of further probes
   */
  confirm(moves: number): Promise<boolean> | undefined {
    const arrivedMs = performance.now();
    const counts = () => arrivedMs < this.trustedUntilMs;
    if (this.isTidb) return undefined;
    // After a move by choice, work that began on the previous server also ends there.
    if (moves !== this.moves) return this.isLeftByChoice ? undefined : Promise.resolve(false);
    if (!this.hasChoice || counts()) return undefined;
    return this.awaitConfirmation(counts, arrivedMs + CONFIRM_MS);
  }

  private async awaitConfirmation(counts: () => boolean, untilMs: number): Promise<boolean> {
    const { moves } = this;
    for (;;) {
      await inTime(this.recheck(), untilMs - performance.now(), () => undefined);
      if (this.moves !== moves || counts() || performance.now() >= untilMs) return this.moves === moves && counts();
      // An agreement that can't be followed yet may stand for some seconds.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Reports an error on a connection to `host`. If that server may have failed, another one is sought. */
  notice(error: unknown, host: ServerHost): void {
    if (!this.hasChoice || !isOfServer(error)) return;
    if (isDiskFault(error)) {
      this.diskFaults.set(host, performance.now());
      this.isFull ||= host === this.at;
    }
    void this.recheck();
  }

  /**
   * Whether a new connection leads to the same server as the earlier ones. If not, there are two causes. Either all connections lead to
   * another server now, because it was replaced behind its address, which counts as a move. Or a balancer spreads them, and then one
   * connection may not see what another has written.
   */
  async admits(identity: string): Promise<boolean> {
    this.identity ??= await this.sample();
    if (this.identity === identity) return true;
    if ((await this.sample()) !== identity) return false;
    // A concurrent caller may have recorded the new server already.
    if (this.identity === identity) return true;
    this.log.warn({ message: 'another server answers at the address of the database', server: identity, before: this.identity });
    this.identity = identity;
    this.beginAnew(false);
    return true;
  }

  /** The state of every host, in the order of DATABASE_URL. */
  async survey(): Promise<HostState[]> {
    const statuses = await this.probeAll();
    this.warnOfTwo(statuses);
    return this.hosts.map((host, at) => ({ name: nameOf(host), isUsable: statuses[at]?.isUsable === true, isUsed: host === this.at }));
  }

  /** Writes another host into the agreement; every process follows it. */
  async choose(tx: { run(sql: string, values: string[]): Promise<number> }, name: string): Promise<void> {
    await tx.run(AGREE_ON, [name]);
  }

  /** @param own the fresh answer of the server in use; without it that server is probed again */
  private probeAll(own?: HostStatus): Promise<Array<HostStatus | undefined>> {
    return Promise.all(
      this.hosts.map(async (host) => (host === this.at && own) || probeHost(this.options, host, host === this.at).catch(() => undefined)),
    );
  }

  private async check(startedMs: number): Promise<void> {
    const status = this.at && (await probeHost(this.options, this.at, true).catch(() => undefined));
    if (status?.isTidb && status.isUsable) return;
    if (status?.isUsable) this.size = status.size;
    if (status && status.epoch > 0) this.epoch = status.epoch;
    const isUpToDate = status?.isReadable === true && !status.isBehind;
    const isGood = isUpToDate && status.isUsable && !this.isFull;
    if (isUpToDate && this.isHere(status.agreed)) {
      this.trustUntil(startedMs + TRUST_MS);
      // Before the migrations there was no row to agree on. It is written now, so that a process that starts later learns that this server
      // is in use.
      if (isGood && status.agreed === undefined) await this.agree([this.at as ServerHost]);
      if (isGood) return;
    }
    const surveyedMs = performance.now();
    const statuses = await this.probeAll(status);
    this.isTidb ||= statuses.some((each) => each?.isTidb);
    if (this.isTidb) return this.goToAny(statuses);
    const own = statuses.find((_, index) => this.hosts[index] === this.at);
    // Up to then no other process had left the server. Later answers need another probe: the cluster may expel the server at any moment.
    if (own?.isBehind && statuses.every((other) => this.isHere(other?.agreed))) {
      this.trustUntil(surveyedMs);
      if (own.isUsable && !this.isFull) return;
    }
    this.warnOfTwo(statuses);
    const chosen = await this.choice(statuses);
    if (chosen) this.isFull = false;
    if (chosen ? chosen.host === this.at : this.isAlone(statuses)) return this.trustUntil(surveyedMs);
    if (!chosen) return;
    const isHandover = this.at ? (own?.isReadable ?? !this.hasParted(chosen)) : chosen.isNew;
    this.moveTo(chosen.host, isGood, isHandover);
  }

  /** Chooses at random, so that processes spread over the servers. A process whose server works stays there. */
  private goToAny(statuses: ReadonlyArray<HostStatus | undefined>): void {
    const usable = this.hosts.filter((_, index) => statuses[index]?.isUsable);
    const host = usable.length > 0 && usable[randomInt(usable.length)];
    if (host && host !== this.at) this.moveTo(host);
  }

  /**
   * Logs when two servers outside a cluster accept writes, as when an abandoned primary comes back. Writes on the wrong one are never read.
   */
  private warnOfTwo(statuses: ReadonlyArray<HostStatus | undefined>): void {
    const primaries = this.hosts.filter((host, index) => {
      const status = statuses[index];
      return status?.isUsable && !status.size && status.agreed === nameOf(host);
    });
    if (primaries.length > 1)
      this.log.error({
        message: 'several database servers take writes, and each names itself as the one in use: make all but one of them read_only',
        servers: primaries.map(nameOf),
      });
  }

  /** Answers that arrive before this time count. */
  private trustUntil(ms: number): void {
    this.trustedUntilMs = Math.max(this.trustedUntilMs, ms);
  }

  /**
   * Whether no other process can have moved, as far as this one knows: the others accept no writes, or the network or this process is
   * too slow for any probe.
   */
  private isAlone(statuses: ReadonlyArray<HostStatus | undefined>): boolean {
    const others = statuses.filter((_, index) => this.hosts[index] !== this.at);
    const isSilent = statuses.every((status, index) => this.hosts[index] !== this.at || status === undefined);
    const takesNone = (status?: HostStatus) =>
      status ? (status.isReadable || isSilent) && !status.isUsable && this.isHere(status.agreed) : isSilent;
    return others.every(takesNone);
  }

  /**
   * Whether the cluster has lost a node since the server in use last answered. That node is the server in use, which answers no process any
   * more.
   */
  private hasParted({ size }: Choice): boolean {
    return size !== undefined && this.size !== undefined && size < this.size;
  }

  /** Whether the agreement requires no move. */
  private isHere(agreed: string | undefined): boolean {
    return this.at !== undefined && (agreed === undefined || agreed === nameOf(this.at));
  }

  private async choice(statuses: ReadonlyArray<HostStatus | undefined>): Promise<Choice | undefined> {
    const statusOf = (host: ServerHost) => statuses[this.hosts.indexOf(host)];
    const epochOf = (host: ServerHost) => statusOf(host)?.epoch ?? 0;
    const isCandidate = (host: ServerHost) => statusOf(host)?.isUsable === true && !this.isOldPrimary(host, statuses);
    // Hosts with a later agreement come first.
    const usable = this.hosts.filter(isCandidate).toSorted((a, b) => epochOf(b) - epochOf(a));
    // A server that is behind may know an old agreement, so no new one should be made there.
    const isLast = (host: ServerHost) => statusOf(host)?.isBehind === true || this.hasDiskFault(host);
    const [writable, last] = [usable.filter((host) => !isLast(host)), usable.filter(isLast)];
    // Other processes may have agreed on a host whose disk has room again. Only a process that has just left that host avoids it.
    const candidates = this.isFull && writable.length > 0 ? writable : [...writable, ...last];
    return candidates.length > 0 ? this.agree(candidates) : undefined;
  }

  /**
   * Whether a host outside a cluster has an older agreement than the server in use, which answers, even if slowly. Such a host is a primary
   * that other processes left, and that accepts writes again. Nodes of one cluster share their agreement.
   */
  private isOldPrimary(host: ServerHost, statuses: ReadonlyArray<HostStatus | undefined>): boolean {
    const status = statuses[this.hosts.indexOf(host)];
    const isAnswered = statuses.some((own, index) => own && this.hosts[index] === this.at);
    return isAnswered && host !== this.at && status !== undefined && !status.size && status.epoch < this.epoch;
  }

  private hasDiskFault(host: ServerHost | undefined): boolean {
    const faultMs = host && this.diskFaults.get(host);
    return faultMs !== undefined && performance.now() - faultMs < DISK_FAULT_MS;
  }

  private async agree(usable: readonly ServerHost[]): Promise<Choice | undefined> {
    const [first] = usable as [ServerHost];
    return withServer(this.options, first, AGREE_MS, async (connection) => {
      // Waits until this server has everything that any node has acknowledged.
      await ask(connection, SYNC).catch(unlessUnknown);
      const agreed = await agreeOnOne(connection, usable);
      // A cluster that expels a node lets statements through a moment before it reports the new size.
      return agreed && { ...agreed, size: await clusterSizeOn(connection) };
    });
  }

  /** @param isHandover whether the previous server may still answer other processes with outdated data */
  private moveTo(host: ServerHost, isGraceful = false, isHandover = false): void {
    const before = this.at;
    if (isHandover) this.writesFromMs = performance.now() + HANDOVER_MS;
    this.at = host;
    this.identity = undefined;
    this.sampling = undefined;
    this.diskFaults.delete(host);
    if (!before) return this.setSession([], isGraceful);
    this.log.warn({ message: 'another database server is used now', server: nameOf(host), before: nameOf(before) });
    this.beginAnew(isGraceful);
  }

  /** Starts with new connections, on which reads wait for the writes of others for a while. */
  private beginAnew(isGraceful: boolean): void {
    this.moves++;
    this.isLeftByChoice = isGraceful;
    this.movedMs = performance.now();
    this.setSession([SYNC], isGraceful);
    clearTimeout(this.unsync);
    this.unsync = setTimeout(() => this.setSession([], true), SYNC_MS).unref();
  }

  private setSession(session: readonly string[], isGraceful: boolean): void {
    this.session = session;
    if (this.at) for (const pool of this.pools) pool.move(this.at, session, isGraceful);
  }

  /**
   * The server that several connections lead to; undefined if they lead to more than one. New connections arrive in numbers and share one
   * sample.
   */
  private sample(): Promise<string | undefined> {
    return (this.sampling ??= this.identify().finally(() => (this.sampling = undefined)));
  }

  private async identify(): Promise<string | undefined> {
    const { at } = this;
    if (!at) return undefined;
    // No probe: whatever new connection waits for this may take as long itself.
    const { connectMs } = DATABASE_LIMITS;
    const found = await Promise.all(
      Array.from({ length: SAMPLE }, () =>
        withServer(this.options, at, connectMs, async (connection) => identityIn(await ask(connection, IDENTITY)), connectMs),
      ),
    );
    // It has moved meanwhile.
    if (at !== this.at) return undefined;
    const names = [...new Set(found)];
    if (names.length === 1) return names[0];
    this.log.error({
      message:
        'connections to the database lead to several servers, and are refused: name the servers in DATABASE_URL instead of their balancer',
      servers: names,
    });
    return undefined;
  }
}
