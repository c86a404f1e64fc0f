/** Every limit of the SCIM protocol in one table, used by discovery and error messages. Lengths are UTF-16 units. */
export const LIMITS = {
  /** Maximum and default number of resources per page. */
  pageSize: 100,
  /** Largest startIndex; larger ones are clamped. */
  startIndex: 2_147_483_647,
  /** Length of a cursor. */
  cursorLength: 8_000,
  /** Lifetime of a cursor in seconds. */
  cursorSeconds: 3_600,
  /** Length of a filter, and of a PATCH path. */
  filterLength: 1000,
  /** Nesting depth of parentheses and brackets. */
  filterDepth: 20,
  /** Comparisons of one filter. */
  filterLeaves: 20,
  /** Names in `attributes` or `excludedAttributes`. */
  attributeNames: 200,
  /** Operations of one PATCH. */
  patchOperations: 100,
  /** Comparisons of stored list elements with given ones or with a filter, per PATCH. */
  patchComparisons: 50_000,
  /** Operations of one bulk request. */
  bulkOperations: 100,
  /** Bytes of one request body. */
  bodyBytes: 1_000_000,
  /** Elements of one list attribute. */
  listElements: 100,
} as const;
