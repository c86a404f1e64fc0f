// The login name that a person has once a mailed code has proved an address.
import { Injectable } from '@nestjs/common';
import type { Query } from '../../common/database/transaction.js';
import { foldKey } from '../../common/identifiers/fold.js';
import { LoginKeysRepository } from '../directory/people/login-keys.repository.js';
import type { Person } from '../directory/people/person/person.js';
import { LoginNames } from '../organizations/login-names.service.js';
import type { Organization } from '../organizations/organizations.service.js';

@Injectable()
export class ProvedLoginNames {
  constructor(
    private readonly loginNames: LoginNames,
    private readonly loginKeys: LoginKeysRepository,
  ) {}

  async of(query: Query, person: Person, organization: Organization, address: string): Promise<string> {
    const key = foldKey(person.userName);
    const isProvable = key === foldKey(address) && !(await this.loginKeys.isTaken(query, key, person.no));
    return this.loginNames.loginNameOf(isProvable ? { ...person, loginKey: key } : person, organization);
  }
}
