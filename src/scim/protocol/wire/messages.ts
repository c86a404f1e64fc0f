/** The message URNs of RFC 7644 and the list message built from them. */

export const URN = {
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  listResponse: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  searchRequest: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  patchOp: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  bulkRequest: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkResponse: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterpriseUser: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  /**
   * This service's own extension. Fixed, whatever the setting `VENDOR`: the mappings of directories name it. Entra ID takes attributes of other
   * schemas in this form only.
   */
  personalData: 'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  serviceProviderConfig: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
} as const;

/** The URN of the second part of every error body (spec, Errors 2). */
export function errorDetailUrn(vendor: string): string {
  return `urn:ietf:params:scim:api:${vendor}:messages:2.0:ErrorDetail`;
}

/** The URN of the warning about values that were omitted from a request. */
export function warningUrn(vendor: string): string {
  return `urn:ietf:params:scim:api:${vendor}:messages:2.0:Warning`;
}

/** A page of resources (RFC 7644 section 3.4.2). */
export interface ListResponse<T> {
  schemas: [typeof URN.listResponse];
  totalResults: number;
  itemsPerPage: number;
  /** Absent in pages by cursor, which have no index (RFC 9865 section 2). */
  startIndex?: number;
  Resources: T[];
  /** RFC 9865: the cursor of the next page; absent on the last page and in responses without cursors. */
  nextCursor?: string;
}

/** Wraps one page. `itemsPerPage` is the number of resources in it; `startIndex` counts from 1, and is null for a page by cursor. */
export function listResponse<T>(resources: T[], totalResults = resources.length, startIndex: number | null = 1): ListResponse<T> {
  const at = startIndex === null ? {} : { startIndex };
  return { schemas: [URN.listResponse], totalResults, itemsPerPage: resources.length, ...at, Resources: resources };
}
