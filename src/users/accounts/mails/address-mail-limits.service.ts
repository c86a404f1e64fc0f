// Limits the mails to one address over all accounts that name it, so that several accounts can't fill one mailbox together.
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import { atMost } from '../../organizations/attempts/attempt-rules.js';
import { Attempts } from '../../organizations/attempts/attempts.service.js';

const MAX_MAILS = 5;
const HOUR_S = 3_600;

@Injectable()
export class AddressMailLimits {
  constructor(
    private readonly attempts: Attempts,
    private readonly keyring: Keyring,
  ) {}

  /**
   * Counts one mail of a purpose to an address, as part of a unit of work that runs inside `again`.
   * @returns false once the address got {@link MAX_MAILS} within an hour
   */
  async takeIn(tx: Transaction, purpose: string, address: string): Promise<boolean> {
    const key = keyedDigests(this.keyring, 'code', `${purpose} to ${foldKey(address)}`)[0];
    return (await this.attempts.takeIn(tx, [{ key, rule: atMost(MAX_MAILS, HOUR_S), userNo: 0 }])).kind === 'taken';
  }
}
