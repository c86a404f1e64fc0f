// Which rooms keep factors of people: each registers how its own are listed and removed.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { MailedCodesRepository } from '../mailed-codes/mailed-codes.repository.js';
import { FACTOR_KINDS, type FactorKind } from './checks.js';
import { FactorStatesRepository } from './factor-states.repository.js';

/** A factor as its owner and administrators see it. Times are microseconds since 1970 UTC. */
export interface OwnFactor {
  id: string;
  kind: FactorKind;
  /** What its owner calls it, where there may be several. */
  name?: string | undefined;
  createdUs: number;
  lastUsedUs?: number | undefined;
  /** How many recovery codes are left. */
  left?: number;
}

export interface FactorSource {
  list(query: Query, userNo: number): Promise<OwnFactor[]>;
  /** @returns whether it was one of this source */
  remove(tx: Transaction, userNo: number, id: string): Promise<boolean>;
  /** Absent where they are kept with the person: passkeys. */
  kept?: KeptRows;
}

/** How the rows of a source rest, as JSON, while a removed person may come back: as they are stored, sealed or as digests. */
interface KeptRows {
  name: FactorKind;
  read(tx: Transaction, userNo: number): Promise<readonly unknown[]>;
  insert(tx: Transaction, userNo: number, rows: readonly unknown[]): Promise<void>;
}

/** The factors of a person who was removed. @property askedUs since when a policy asks for one: coming back is no new grace */
export interface KeptFactors {
  rows: Partial<Record<FactorKind, readonly unknown[]>>;
  askedUs?: number | undefined;
}

@Injectable()
export class FactorSources {
  private readonly sources: FactorSource[] = [];

  constructor(
    private readonly states: FactorStatesRepository,
    private readonly mailedCodes: MailedCodesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Called at start by the room that owns the factors. */
  register(source: FactorSource): void {
    this.sources.push(source);
  }

  async list(userNo: number, query: Query = this.database.query): Promise<OwnFactor[]> {
    const found: OwnFactor[] = [];
    for (const source of this.sources) found.push(...(await source.list(query, userNo)));
    return found.toSorted((a, b) => FACTOR_KINDS.indexOf(a.kind) - FACTOR_KINDS.indexOf(b.kind) || a.createdUs - b.createdUs);
  }

  /**
   * Notes which kinds a person has now, as part of the `tx` that changed them: a sign-in looks there, and remembered browsers ask again.
   * A link with which to set one up was given for what was there before, and ends. Recovery codes stand in for something lost, so they go with the last of the others.
   */
  async refresh(tx: Transaction, userNo: number): Promise<void> {
    const left = await this.list(userNo, tx);
    const [codes, others] = [left.filter(({ kind }) => kind === 'recovery'), left.filter(({ kind }) => kind !== 'recovery')];
    if (others.length === 0) for (const { id } of codes) await this.remove(tx, userNo, id);
    const kinds = (others.length === 0 ? [] : left).map(({ kind }) => kind);
    await this.states.saveKinds(tx, userNo, [...new Set(kinds)]);
    await this.mailedCodes.endOfUser(tx, userNo, ['factorLink'], this.clock.nowUs());
  }

  async keep(tx: Transaction, userNo: number): Promise<KeptFactors> {
    const rows: KeptFactors['rows'] = {};
    for (const { kept } of this.sources) if (kept) rows[kept.name] = await kept.read(tx, userNo);
    return { rows, askedUs: await this.states.findAsked(tx, userNo) };
  }

  /** Gives a person who has just come back the factors from before. @param kept absent in what was kept before factors were */
  async restore(tx: Transaction, userNo: number, { rows, askedUs }: KeptFactors = { rows: {} }): Promise<void> {
    for (const { kept } of this.sources) if (kept) await kept.insert(tx, userNo, rows[kept.name] ?? []);
    await this.refresh(tx, userNo);
    if (askedUs !== undefined) await this.states.saveAsked(tx, userNo, askedUs);
  }

  /** @returns whether there was such a factor */
  async remove(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    for (const source of this.sources) if (await source.remove(tx, userNo, id)) return true;
    return false;
  }
}
