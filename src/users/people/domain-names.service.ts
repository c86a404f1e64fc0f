// The rule that a login name is nobody else's address, asked when people are about to sign in by a further domain: whoever has prepared a userName
// would otherwise be meant by the address of another person.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Domains } from '../organizations/domains.service.js';
import { DomainNamesRepository } from './domain-names.repository.js';

/** Pairs that a refusal names. */
const SHOWN = 5;

@Injectable()
export class DomainNames {
  constructor(
    private readonly repository: DomainNamesRepository,
    domains: Domains,
  ) {
    domains.beforeSignIn((tx, { no }, domain) => this.assertNamesFree(tx, no, domain));
  }

  /** @throws DomainError `conflict` with some of the pairs, and how many there are */
  private async assertNamesFree(tx: Transaction, orgNo: number, domain: string): Promise<void> {
    const { pairs, total } = await this.repository.findPairs(tx, orgNo, domain, SHOWN);
    if (total === 0) return;
    const named = pairs.map(({ userName, nameId, addressId }) => `“${userName}” of user ${nameId} and an address of user ${addressId}`);
    const more = total > pairs.length ? [`${total - pairs.length} more`] : [];
    throw new DomainError(
      'conflict',
      'domain.loginNames',
      `In this domain the login names of some users would be the e-mail addresses of others: ${[...named, ...more].join('; ')}.`,
      'domain',
    );
  }
}
