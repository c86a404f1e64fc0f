// The line in which password hashes wait for the processor, shared out over addresses, accounts and organizations, and ordered by worth.
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { FairLine } from '../../common/primitives/fair-line.js';
import { networkOf } from '../sign-in-attempts/client-network.js';

/** What a hash is for, most urgent first. */
export const PASSWORD_WORTH = ['signIn', 'selfService', 'administration'] as const;
export type PasswordWorth = (typeof PASSWORD_WORTH)[number];

/** Who wants a hash. Whatever is known is given: each is a share that the turn comes out of. */
export interface HashClaim {
  worth: PasswordWorth;
  /** The IP address it comes from. */
  address?: string | undefined;
  /** The account that is signed in to, or on whose behalf the hash is made. */
  account?: string | number | undefined;
  orgNo?: number | undefined;
}

/** The line is fair, so its length harms nobody but those at its end: at 5 hashes a second and core they wait for 50 seconds. */
export const WAITING_PER_CORE = 256;

@Injectable()
export class PasswordLine {
  /** More hashes at once than cores only make each slower and starve everything else. */
  private readonly line = new FairLine('password check', availableParallelism(), availableParallelism() * WAITING_PER_CORE);

  /** Runs `hash` when its turn comes. @throws DomainError `busy` when the line is full of what is served earlier */
  runInLine<T>({ worth, address, account, orgNo }: HashClaim, hash: () => Promise<T>): Promise<T> {
    const who = account === undefined ? undefined : String(account);
    // Without an address, the account stands in: nobody gains a share by not telling one.
    const shares = [address === undefined ? who : networkOf(address), who, orgNo === undefined ? undefined : String(orgNo)];
    return this.line.runInTurn({ rank: PASSWORD_WORTH.indexOf(worth), shares }, hash);
  }
}
