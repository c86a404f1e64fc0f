// The User resource type bound to people.
import { Injectable } from '@nestjs/common';
import { GroupGraph, type BelongedGroup } from '../../users/roles/group-graph/group-graph.repository.js';
import { Groups } from '../../users/directory/groups/groups.service.js';
import { NewAccounts } from '../../users/accounts/registration/new-accounts.service.js';
import { ChangePermission, type CallerTerms } from '../../users/directory/people/change-permission.service.js';
import { People } from '../../users/directory/people/people.service.js';
import { PeopleSearch, type PeopleSearchRequest } from '../../users/directory/people/search/people-search.service.js';
import type { OrderField } from '../../users/directory/people/person/person.columns.js';
import type { Person } from '../../users/directory/people/person/person.js';
import type { Sort } from '../protocol/list-query.js';
import { shownPerson, toUserRecord, type UserRecord } from '../protocol/user.record.js';
import { GROUP } from '../protocol/schema/group.schema.js';
import { USER } from '../protocol/schema/user.schema.js';
import type {
  ApartElement,
  ElementReader,
  RecordPage,
  RecordQuery,
  ResourceBinding,
  ResourcePermissions,
} from '../resources/resource-binding.js';
import type { ScimRequest } from '../resources/scim-requests.service.js';

export const USER_PERMISSIONS: ResourcePermissions = { read: 'user.read', write: 'user.write', remove: 'user.delete' };

@Injectable()
export class UserBinding implements ResourceBinding<Person> {
  readonly type = USER;
  readonly permissions = USER_PERMISSIONS;
  readonly toRecord = toUserRecord;
  readonly shown = shownPerson;
  readonly elements = { groups: this.groupReader() };

  constructor(
    private readonly people: People,
    private readonly peopleSearch: PeopleSearch,
    private readonly newAccounts: NewAccounts,
    private readonly changePermission: ChangePermission,
    private readonly groups: Groups,
    private readonly groupGraph: GroupGraph,
  ) {}

  get({ organization, domainNo }: ScimRequest, id: string): Promise<Person> {
    return this.people.requirePerson(organization, id, { domainNo });
  }

  async create(request: ScimRequest, record: object): Promise<Person> {
    const { organization, caller, dialect } = request;
    const { values, password } = split(record);
    const wanted = dialect.ignorePasswordOnCreate ? undefined : password;
    return this.newAccounts.create(organization, values, wanted, caller, await this.terms(request));
  }

  async update(request: ScimRequest, id: string, change: (current: Person) => object): Promise<Person> {
    const terms = await this.terms(request);
    return this.people.update(request.organization, id, (current) => split(change(current)), request.caller.userId, terms);
  }

  async remove(request: ScimRequest, id: string, permit: (current: Person) => void): Promise<void> {
    const terms = await this.terms(request);
    await this.people.remove(request.organization, id, request.caller.userId, {
      permit: async (tx, person, after) => {
        permit(person);
        await terms.permit(tx, person, after);
      },
    });
  }

  async search({ organization, domainNo }: ScimRequest, { filter, sort, ...page }: RecordQuery): Promise<RecordPage<Person>> {
    const { people, ...found } = await this.peopleSearch.searchPeople(organization.no, {
      domainNo,
      ...(filter ? { criteria: filter } : {}),
      ...(sort ? { order: toOrder(sort) } : {}),
      ...page,
    });
    return { ...found, records: people };
  }

  /** The groups of people: one query for all of them, one per person if there are very many, none in an organization without groups. */
  private groupReader(): ElementReader<Person> {
    const groupsOf = async (orgNo: number, memberNos: readonly number[], limit?: number) =>
      this.groupGraph.groupsOfMembers(orgNo, memberNos, limit);
    return {
      // A change of a group doesn't change its members.
      isVersioned: false,
      readAll: async ({ organization, caller }, people, limit) => {
        const found = new Map<number, GroupOfPerson[]>(people.map(({ no }) => [no, []]));
        if (await this.groups.mayHaveGroups(organization, caller.configVersion)) {
          const numbers = people.map(({ no }) => no);
          const belonged = await groupsOf(organization.no, numbers, limit + 1);
          if (belonged.length > limit) return undefined;
          for (const group of belonged) found.get(group.memberNo)?.push(toElement(group));
        }
        return new Map(people.map(({ id, no }) => [id, found.get(no) ?? []]));
      },
      // All groups of one person at once: each further portion would traverse the groups again.
      async *readPortions({ organization }, { no }) {
        yield (await groupsOf(organization.no, [no])).map(toElement);
      },
    };
  }

  /** The requirements for changes of people by this caller. */
  private async terms({ organization, caller, domainNo, emailTrust }: ScimRequest): Promise<CallerTerms & { domainNo: number }> {
    // Only a connection trusted with all addresses may mark addresses outside the organization's domains as verified.
    return { domainNo, ...(await this.changePermission.termsOf(organization, caller, emailTrust === 'all')) };
  }
}

/** An element of `groups`. */
interface GroupOfPerson extends ApartElement {
  readonly display: string;
  readonly type: 'direct' | 'indirect';
}

function toElement({ id, displayName, direct }: BelongedGroup): GroupOfPerson {
  return { value: id, leadsTo: GROUP.name, display: displayName, type: direct ? 'direct' : 'indirect' };
}

function split(record: object) {
  const { password, ...values } = record as UserRecord;
  return password === undefined ? { values } : { values, password };
}

/** The list of e-mail addresses sorts by the address that receives mail; every other sortable field has its own order. */
function toOrder({ list, field, descending }: Sort): PeopleSearchRequest['order'] {
  return { field: list === 'emails' ? 'primaryEmail' : (field as OrderField), descending };
}
