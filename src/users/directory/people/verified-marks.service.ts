// Decides which marks of a person's addresses count now. After a domain is given up, the rows are updated later; every reader of a mark calls this,
// so that the mark ends at once.
import { Injectable } from '@nestjs/common';
import { Domains } from '../../organizations/domains.service.js';
import type { Person } from './person/person.js';
import { isByDomain, withValidMarks } from './person/verified-by.js';

@Injectable()
export class VerifiedMarks {
  constructor(private readonly domains: Domains) {}

  /** The person with the marks that count now; the same object if all do. @param configVersion if it was read during this request */
  async standing(person: Person, configVersion?: number): Promise<Person> {
    if (!person.emails.some(isByDomain)) return person;
    return withValidMarks(person, await this.domains.holdingsOf(person.orgNo, configVersion));
  }
}
