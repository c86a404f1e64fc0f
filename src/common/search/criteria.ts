// Criteria for a search of people or groups, independent of protocol and engine.

export type CriteriaOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type CriteriaValue = string | number | boolean;

/**
 * A condition on a person or a group. Its logic has two values: `ne` with an absent value is true, any other comparison with it is false.
 * - `and` of nothing is true, `or` of nothing false.
 * - `compare`: a text, a boolean or, for a time, microseconds; texts are compared folded unless `caseExact`, and ordered by code point; `pr` asks for
 * any value.
 * - `element`: one single element of the list matches `of`, whose fields are those of the element.
 */
export type Criteria =
  | { readonly kind: 'and' | 'or'; readonly all: readonly Criteria[] }
  | { readonly kind: 'not'; readonly of: Criteria }
  | {
      readonly kind: 'compare';
      readonly field: string;
      readonly op: CriteriaOperator;
      readonly value: CriteriaValue;
      readonly caseExact: boolean;
    }
  | { readonly kind: 'compare'; readonly field: string; readonly op: 'pr' }
  | { readonly kind: 'element'; readonly list: string; readonly of: Criteria };
