/** The errors of the SCIM protocol: one table of conditions, one error class, one envelope. */
import { errorDetailUrn, URN } from './messages.js';

/** The error keywords of RFC 7644 section 3.12, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  // RFC 9865 section 2.1
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount';

interface Condition {
  readonly status: number;
  readonly scimType?: ScimType;
}

/** Every condition that the protocol refuses. The id is stable, so that it can be searched for in logs and guides. */
export const SCIM_CONDITIONS = {
  'SCIM-BODY-SYNTAX': { status: 400, scimType: 'invalidSyntax' },
  'SCIM-BODY-SCHEMAS': { status: 400, scimType: 'invalidSyntax' },
  'SCIM-VALUE-TYPE': { status: 400, scimType: 'invalidValue' },
  'SCIM-VALUE-FORMAT': { status: 400, scimType: 'invalidValue' },
  'SCIM-VALUE-SIZE': { status: 400, scimType: 'invalidValue' },
  'SCIM-VALUE-REQUIRED': { status: 400, scimType: 'invalidValue' },
  'SCIM-VALUE-PRIMARY': { status: 400, scimType: 'invalidValue' },
  'SCIM-QUERY-VALUE': { status: 400, scimType: 'invalidValue' },
  'SCIM-CURSOR-VALUE': { status: 400, scimType: 'invalidCursor' },
  'SCIM-CURSOR-EXPIRED': { status: 400, scimType: 'expiredCursor' },
  'SCIM-CURSOR-COUNT': { status: 400, scimType: 'invalidCount' },
  'SCIM-FILTER-SYNTAX': { status: 400, scimType: 'invalidFilter' },
  'SCIM-FILTER-SIZE': { status: 400, scimType: 'invalidFilter' },
  'SCIM-FILTER-ATTRIBUTE': { status: 400, scimType: 'invalidFilter' },
  'SCIM-FILTER-OPERATOR': { status: 400, scimType: 'invalidFilter' },
  'SCIM-FILTER-VALUE': { status: 400, scimType: 'invalidFilter' },
  'SCIM-PATH-SYNTAX': { status: 400, scimType: 'invalidPath' },
  'SCIM-PATH-ATTRIBUTE': { status: 400, scimType: 'invalidPath' },
  'SCIM-PATCH-OP': { status: 400, scimType: 'invalidValue' },
  'SCIM-PATCH-VALUE': { status: 400, scimType: 'invalidValue' },
  'SCIM-PATCH-TARGET': { status: 400, scimType: 'noTarget' },
  'SCIM-PATCH-MUTABILITY': { status: 400, scimType: 'mutability' },
  'SCIM-PATCH-SIZE': { status: 413 },
  'SCIM-VERSION': { status: 412 },
  'SCIM-BULK-SIZE': { status: 413 },
  'SCIM-BULK-OPERATION': { status: 400, scimType: 'invalidSyntax' },
  'SCIM-BULK-PATH': { status: 400, scimType: 'invalidPath' },
  'SCIM-BULK-REFERENCE': { status: 400, scimType: 'invalidValue' },
  'SCIM-BULK-CIRCLE': { status: 409 },
  'SCIM-ME': { status: 501 },
} as const satisfies Record<string, Condition>;

export type ScimErrorId = keyof typeof SCIM_CONDITIONS;

/** The content of an error body; `message` is the English sentence if `detail` was translated. */
export interface ScimFault {
  readonly id: string;
  readonly status: number;
  readonly scimType?: ScimType;
  readonly detail: string;
  readonly message?: string;
}

/** A request that violates the protocol. `detail` says in English what is wrong, where, and what to do. */
export class ScimError extends Error implements ScimFault {
  readonly status: number;
  readonly scimType?: ScimType;

  constructor(
    readonly id: ScimErrorId,
    readonly detail: string,
  ) {
    super(detail);
    this.name = 'ScimError';
    const condition: Condition = SCIM_CONDITIONS[id];
    this.status = condition.status;
    if (condition.scimType !== undefined) this.scimType = condition.scimType;
  }
}

/** A value that can't be stored. The detail begins with `path`, the position in the request. */
export class ValueError extends ScimError {
  /** The name of the attribute, without any text of the request; set once the position is known. */
  attribute?: string;

  constructor(
    id: ScimErrorId,
    readonly path: string,
    /** The kind of value expected, such as `phone number`. */
    readonly kind: string,
    fault: string,
  ) {
    super(id, `${path} ${fault}`);
  }
}

/** Required attributes without a value. */
export class RequiredError extends ScimError {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    const each = [...new Set(paths)];
    super('SCIM-VALUE-REQUIRED', `${each.join(', ')} is required and must have a value.`);
    this.paths = each;
  }
}

/**
 * The body of an error answer (RFC 7644 section 3.12, extended by the ErrorDetail of the spec). Without a `scimType` that member is absent.
 */
export function errorBody(fault: ScimFault, vendor: string, withDetail = true): Record<string, unknown> {
  const detailUrn = errorDetailUrn(vendor);
  return {
    schemas: [URN.error, ...(withDetail ? [detailUrn] : [])],
    ...(fault.scimType === undefined ? {} : { scimType: fault.scimType }),
    detail: fault.detail,
    status: String(fault.status),
    ...(withDetail ? { [detailUrn]: { id: fault.id, message: fault.message ?? fault.detail } } : {}),
  };
}
