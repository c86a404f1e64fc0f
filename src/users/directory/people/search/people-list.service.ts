// The list of an organization's people for consoles and scripts: its orders and filters as search criteria.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../../common/primitives/domain-error.js';
import type { Listed, ListFacts, ListQuery } from '../../../../common/primitives/list-query.js';
import { foldKey } from '../../../../common/identifiers/fold.js';
import type { Organization } from '../../../organizations/organizations.service.js';
import type { Criteria } from '../../../../common/search/criteria.js';
import { cutWord } from '../person/inner-words.js';
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

/** Most words of one search. */
const MAX_WORDS = 8;
/** Shorter words end very many userNames. The number of an employee has at least so many digits. */
const MIN_END = 4;

/** Sort and filter fields of the list. */
export const PEOPLE_LIST = {
  sorts: SORTS,
  defaultSort: 'createdAt',
  filters: {
    q: {
      kind: 'startsWith',
      // A name that is typed whole comes before longer ones.
      sort: 'userName',
      description:
        'only people who have each of these words, whatever their case: it begins a word of their names, their userName, login name or e-mail address, or ends their userName',
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

const compare = (field: string, op: 'eq' | 'sw' | 'ew' | 'gt' | 'lt', value: string | number | boolean): Criteria => ({
  kind: 'compare',
  field,
  op,
  value,
  caseExact: false,
});

const elementThat = (list: 'emails' | 'innerWords', op: 'eq' | 'sw', value: string): Criteria => ({
  kind: 'element',
  list,
  of: compare('value', op, value),
});
const LOCKED: Criteria = { kind: 'compare', field: 'lockedUs', op: 'pr' };
const NAMES = ['userName', 'givenName', 'familyName', 'displayName'] as const;

/** Each filter as a criterion. */
const CRITERIA: Readonly<Record<Filter, (value: string, organization: Organization) => Criteria>> = {
  q: (text, organization) => ({ kind: 'and', all: wordsOf(text).map((word) => byWord(word, organization)) }),
  state: (state) => compare('active', 'eq', state === 'active'),
  locked: (flag) => (flag === 'true' ? LOCKED : { kind: 'not', of: LOCKED }),
  userName: (userName) => compare('userName', 'eq', userName),
  email: (address) => elementThat('emails', 'eq', address),
  createdAfter: (us) => compare('createdUs', 'gt', Number(us)),
  createdBefore: (us) => compare('createdUs', 'lt', Number(us)),
  changedAfter: (us) => compare('modifiedUs', 'gt', Number(us)),
};

/** The longest first: the search reads those it finds, and tests the other words on them. @throws DomainError `invalid` */
function wordsOf(text: string): string[] {
  const words = [...new Set(text.split(' '))].filter((word) => word !== '').toSorted((one, other) => other.length - one.length);
  if (words.length <= MAX_WORDS) return words;
  throw new DomainError('invalid', 'query.invalid', `q has at most ${MAX_WORDS} words.`, 'q');
}

/** Matches people with a name, an address or a word inside a name that begins with this, or a userName that ends with it. */
function byWord(word: string, organization: Organization): Criteria {
  const names = [...NAMES.map((field) => compare(field, 'sw', word)), ...(word.length < MIN_END ? [] : [compare('userName', 'ew', word)])];
  const values = [elementThat('emails', 'sw', word), elementThat('innerWords', 'sw', cutWord(foldKey(word)))];
  return { kind: 'or', all: [...names, ...values, ...byLoginName(word, organization)] };
}

/** Matches people whose login name begins with the text: with an `@`, the part before it is the whole userName. */
function byLoginName(text: string, { primaryDomain }: Organization): Criteria[] {
  const at = text.lastIndexOf('@');
  return at > 0 && primaryDomain.startsWith(foldKey(text.slice(at + 1))) ? [compare('userName', 'eq', text.slice(0, at))] : [];
}
