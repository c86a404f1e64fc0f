// The list of an organization's people for consoles and scripts: its orders and filters as search criteria.
import { Injectable } from '@nestjs/common';
import type { Listed, ListFacts, ListQuery } from '../../../../common/primitives/list-query.js';
import { foldKey } from '../../../../common/identifiers/fold.js';
import type { Organization } from '../../../organizations/organizations.service.js';
import type { Criteria } from '../../../../common/search/criteria.js';
import type { OrderField } from '../person/person.columns.js';
import type { Person } from '../person/person.js';
import { PeopleSearch } from './people-search.service.js';

const SORTS = {
  createdAt: 'createdUs',
  changedAt: 'modifiedUs',
  userName: 'userName',
  name: 'familyName',
  email: 'primaryEmail',
} as const satisfies Record<string, OrderField>;

const FLAGS = ['true', 'false'] as const;

/** Sort and filter fields of the list. */
export const PEOPLE_LIST = {
  sorts: SORTS,
  defaultSort: 'createdAt',
  filters: {
    q: {
      kind: 'startsWith',
      description:
        'only people whose userName, login name, given, family or display name or e-mail address begins with this, whatever its case',
    },
    state: { kind: 'is', words: ['active', 'inactive'] },
    locked: { kind: 'is', words: FLAGS, description: 'only people an administrator has locked, or has not' },
    userName: { kind: 'is', description: 'only the person with this userName, whatever its case' },
    email: { kind: 'is', description: 'only people who have this e-mail address, whatever its case' },
    createdAfter: { kind: 'after', sort: 'createdAt' },
    createdBefore: { kind: 'before', sort: 'createdAt' },
    changedAfter: { kind: 'after', sort: 'changedAt' },
  },
} as const satisfies ListFacts;

type Filter = keyof typeof PEOPLE_LIST.filters;

@Injectable()
export class PeopleList {
  constructor(private readonly search: PeopleSearch) {}

  /** @throws DomainError `invalid` for a search that takes too long, `tooMany` if it waits too long for its turn */
  async listPeople(organization: Organization, query: ListQuery): Promise<Listed<Person>> {
    const { sort, descending, filters, limit, position, total } = query;
    const all = Object.entries(filters).map(([name, value]) => CRITERIA[name as Filter](String(value), organization));
    const page = await this.search.searchPeople(organization.no, {
      ...(all.length > 0 && { criteria: { kind: 'and', all } as const }),
      order: { field: SORTS[sort as keyof typeof SORTS], descending },
      ...(position && { after: { key: position.key ?? '', no: Number(position.no) } }),
      offset: 0,
      limit,
      ...(!total && { uncounted: true }),
    });
    return { entries: page.people, ...(page.next && { next: page.next }), ...(total && { total: page.total }) };
  }
}

const compare = (field: string, op: 'eq' | 'sw' | 'gt' | 'lt', value: string | number | boolean): Criteria => ({
  kind: 'compare',
  field,
  op,
  value,
  caseExact: false,
});

const emailThat = (op: 'eq' | 'sw', value: string): Criteria => ({ kind: 'element', list: 'emails', of: compare('value', op, value) });
const LOCKED: Criteria = { kind: 'compare', field: 'lockedUs', op: 'pr' };
const NAMES = ['userName', 'givenName', 'familyName', 'displayName'] as const;

/** Each filter as a criterion. */
const CRITERIA: Readonly<Record<Filter, (value: string, organization: Organization) => Criteria>> = {
  q: (text, organization) => ({
    kind: 'or',
    all: [...NAMES.map((field) => compare(field, 'sw', text)), emailThat('sw', text), ...byLoginName(text, organization)],
  }),
  state: (state) => compare('active', 'eq', state === 'active'),
  locked: (flag) => (flag === 'true' ? LOCKED : { kind: 'not', of: LOCKED }),
  userName: (userName) => compare('userName', 'eq', userName),
  email: (address) => emailThat('eq', address),
  createdAfter: (us) => compare('createdUs', 'gt', Number(us)),
  createdBefore: (us) => compare('createdUs', 'lt', Number(us)),
  changedAfter: (us) => compare('modifiedUs', 'gt', Number(us)),
};

/** Matches people whose login name begins with the text: with an `@`, the part before it is the whole userName. */
function byLoginName(text: string, { primaryDomain }: Organization): Criteria[] {
  const at = text.lastIndexOf('@');
  return at > 0 && primaryDomain.startsWith(foldKey(text.slice(at + 1))) ? [compare('userName', 'eq', text.slice(0, at))] : [];
}
