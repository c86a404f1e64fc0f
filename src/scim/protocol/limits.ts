/** Every bound of the SCIM protocol in one table; discovery and error sentences read it from here. Lengths are UTF-16 units. */
export const LIMITS = {
  /** Resources of one list page at most, and by default. */
  pageSize: 100,
  /** Largest startIndex that is looked at; a larger one is clamped. */
  startIndex: 2_147_483_647,
  /** Length of a cursor. */
  cursorLength: 8_000,
  /** Seconds that a cursor is good for. */
  cursorSeconds: 3_600,
  /** Length of a filter, and of a PATCH path. */
  filterLength: 1000,
  /** Parentheses and brackets inside each other. */
  filterDepth: 20,
  /** Comparisons of one filter. */
  filterLeaves: 20,
  /** Names in `attributes` or `excludedAttributes`. */
  attributeNames: 200,
  /** Operations of one PATCH. */
  patchOperations: 100,
  /** Comparisons of elements of lists, stored with given ones or with those of a filter, in one PATCH. */
  patchComparisons: 50_000,
  /** Operations of one bulk request. */
  bulkOperations: 100,
  /** Bytes of one request body. */
  bodyBytes: 1_000_000,
  /** Elements of one list attribute. */
  listElements: 100,
} as const;
