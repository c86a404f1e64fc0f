// The rule that no login name is another person's address or login name, checked before people can sign in by a further domain. Otherwise a person could prepare a
// userName that captures another person's address.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../../common/primitives/domain-error.js';
import { Domains } from '../../../organizations/domains.service.js';
import { DomainNamesRepository, type NamePairs } from './domain-names.repository.js';

/** Number of pairs that a refusal names. */
const SHOWN = 5;

/** A change may become visible this long after its timestamp: the longest unit of work with its retries, plus the clock difference between hosts. */
const UNSEEN_US = 15_000_000;

@Injectable()
export class DomainNames {
  constructor(repository: DomainNamesRepository, domains: Domains) {
    domains.beforeSignIn({
      judgeAll: async (query, { no }, domain) => assertNone(await repository.findPairs(query, no, domain, SHOWN)),
      judgeChanged: async (tx, { no }, domain, sinceUs) => {
        const found = await repository.findChangedPairs(tx, no, domain, sinceUs - UNSEEN_US, SHOWN);
        if (!found)
          throw new DomainError(
            'busy',
            'domain.peopleChanging',
            'Very many people of this organization are being changed, so their login names cannot be compared. Try again when that is done.',
          );
        assertNone(found);
      },
    });
  }
}

/** @throws DomainError `conflict` with some of the pairs and the number of all */
function assertNone({ pairs, total }: NamePairs): void {
  if (total === 0) return;
  const named = pairs.map(
    ({ userName, nameId, otherId }) => `“${userName}” of user ${nameId} and an address or userName of user ${otherId}`,
  );
  const more = total > pairs.length ? [`${total - pairs.length} more`] : [];
  throw new DomainError(
    'conflict',
    'domain.loginNames',
    `In this domain the login names of some users would be the e-mail addresses or login names of others: ${[...named, ...more].join('; ')}.`,
    'domain',
  );
}
