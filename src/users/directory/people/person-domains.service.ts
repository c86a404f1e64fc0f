// The domains in which a person's names and addresses lie, for the policies of people with an identity provider.
import { Injectable } from '@nestjs/common';
import { domainOf, foldKey } from '../../../common/identifiers/fold.js';
import { type Governed, PersonPolicies } from '../../authentication/assurance/person-policies.service.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { LoginNames, suffixedName } from '../../organizations/login-names.service.js';
import { People } from './people.service.js';

@Injectable()
export class PersonDomains {
  constructor(
    personPolicies: PersonPolicies,
    private readonly people: People,
    private readonly organizations: Organizations,
    private readonly loginNames: LoginNames,
  ) {
    personPolicies.findDomainsBy((person) => this.of(person));
  }

  /** In lower case. A person who is gone has none. */
  async of({ userNo, orgNo }: Governed): Promise<string[]> {
    const [person, organization] = [await this.people.findByNo(userNo), await this.organizations.byNo(orgNo)];
    if (!person || !organization) return [];
    const suffixed = (await this.loginNames.haveSuffix(organization)) ? [suffixedName(person.userName, organization)] : [];
    const names = [person.userName, ...suffixed, ...person.emails.map(({ value }) => value)];
    return names.map((name) => foldKey(name)).flatMap((name) => (name.includes('@') ? [domainOf(name)] : []));
  }
}
