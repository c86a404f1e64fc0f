/** Filters as criteria on domain fields, for the module that owns the storage. */
import type { Criteria, CriteriaValue } from '../../../common/search/criteria.js';
import type { Attribute, ComplexAttribute } from '../schema/attribute.js';
import type { ResolvedFilter } from './filter.js';

/** Translates a resolved filter: attributes become the domain fields of their rows. */
export function toCriteria(filter: ResolvedFilter): Criteria {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, all: filter.all.map(toCriteria) };
    case 'not':
      return { kind: 'not', of: toCriteria(filter.of) };
    case 'valuePath':
      return { kind: 'element', list: (filter.attribute.at(-1) as ComplexAttribute).field, of: toCriteria(filter.of) };
    case 'compare': {
      const attribute = filter.attribute.at(-1) as Attribute;
      if (filter.op === 'pr') return present(attribute);
      const caseExact = 'caseExact' in attribute ? attribute.caseExact : true;
      return { kind: 'compare', field: attribute.field, op: filter.op, value: filter.value as CriteriaValue, caseExact };
    }
  }
}

/** A complex attribute is present if one of its sub-attributes is. */
function present(attribute: Attribute): Criteria {
  if (attribute.type !== 'complex') return { kind: 'compare', field: attribute.field, op: 'pr' };
  return { kind: 'or', all: attribute.subAttributes.filter(({ operators }) => operators.includes('pr')).map(present) };
}
