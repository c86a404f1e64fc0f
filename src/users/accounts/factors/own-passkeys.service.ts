// The passkeys and security keys of people, as factors: stored after a fresh check, renamed, listed and removed with the others.
import { Inject, Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { FactorSources } from '../../authentication/assurance/factor-sources.js';
import { EventLog } from '../../events/events.service.js';
import { PasskeysRepository, type Passkey } from '../../authentication/passkeys/passkeys.repository.js';
import type { Person } from '../../directory/people/person/person.js';
import { Factors, type FactorOwner } from './factors.service.js';

/** More than the devices of any person. */
const MAX_PASSKEYS = 20;
/** Maximum length of a name, in characters. */
const MAX_PASSKEY_NAME = 100;
const PRINTABLE = /^\P{C}+$/u;

/** `over`: the person was changed meanwhile, and has to sign in again. `known`: the key is registered already, to this person or to another. */
export type AddOutcome = 'done' | 'over' | 'full' | 'known';

@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly repository: PasskeysRepository,
    private readonly factors: Factors,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(FactorSources) sources: FactorSources,
  ) {
    sources.register({
      list: async (query, userNo) =>
        (await repository.listOfUser(userNo, query)).map(({ id, name, createdUs, lastUsedUs, passwordless }) => ({
          id,
          kind: passwordless ? 'passkey' : 'securityKey',
          ...(name !== '' && { name }),
          createdUs,
          lastUsedUs,
        })),
      remove: (tx, userNo, id) => repository.remove(tx, userNo, id),
    });
  }

  /** The oldest first. */
  list(userNo: number): Promise<Passkey[]> {
    return this.repository.listOfUser(userNo);
  }

  /** Stores a key read by `Ceremonies.verifyCreation`. Call after a fresh check of the person. */
  async add(owner: FactorOwner, passkey: Passkey): Promise<AddOutcome> {
    let isFull = false;
    try {
      const isAdded = await this.factors.add(owner, passkey.passwordless ? 'passkey' : 'securityKey', async (tx) => {
        isFull = (await this.repository.listOfUser(owner.userNo, tx)).length >= MAX_PASSKEYS;
        if (isFull) return false;
        await this.store(tx, passkey, owner.userId);
        return true;
      });
      return isAdded ? 'done' : isFull ? 'full' : 'over';
    } catch (error) {
      if (error instanceof DuplicateKeyError) return 'known';
      throw error;
    }
  }

  /** Stores the first passkey of a person locked by `tx`. @throws DuplicateKeyError for a key that is registered already */
  async addFirst(tx: Transaction, person: Person, passkey: Passkey): Promise<void> {
    await this.store(tx, passkey, person.id);
    await this.factors.recordChange(tx, person, 'user.human.factor.added', 'passkey', person.id);
  }

  /** Whether not to offer a passkey: the person has one, or chose "not now". */
  async isOfferOver(userNo: number): Promise<boolean> {
    if (await this.repository.hasDeclinedOffer(userNo)) return true;
    return (await this.list(userNo)).some(({ passwordless }) => passwordless);
  }

  async declineOffer(userNo: number): Promise<void> {
    await this.database.write('decline passkey offer', (tx) => this.repository.declineOffer(tx, userNo, this.clock.nowUs()));
  }

  /** @returns false for a name that is empty or unprintable, or an unknown key */
  async rename(userNo: number, editor: string, id: string, name: string): Promise<boolean> {
    const chosen = name.trim();
    if (!PRINTABLE.test(chosen) || chosen.length > MAX_PASSKEY_NAME) return false;
    return this.database.write('rename passkey', async (tx) => {
      if (!(await this.repository.rename(tx, userNo, id, chosen))) return false;
      await this.events.appendAboutUser(tx, userNo, { type: 'user.human.passkey.renamed', editor, payload: { passkeyId: id } });
      return true;
    });
  }

  private async store(tx: Transaction, passkey: Passkey, editor: string): Promise<void> {
    await this.repository.insertPasskeys(tx, [passkey]);
    const { id: passkeyId, userNo, aaguid, synced } = passkey;
    await this.events.appendAboutUser(tx, userNo, { type: 'user.human.passkey.added', editor, payload: { passkeyId, aaguid, synced } });
  }
}
