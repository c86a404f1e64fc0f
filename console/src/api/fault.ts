// A request that the service refused, or that never reached it.

/** One fault of a field (RFC 9457's `errors`). */
export interface FieldFault {
  /** JSON pointer of a member of the body. */
  pointer?: string;
  parameter?: string;
  code: string;
  detail: string;
}

/** The parts of a problem document (RFC 9457) that the console shows. */
export interface Problem {
  status: number;
  code: string;
  detail: string;
  field?: string;
  errors?: readonly FieldFault[];
  requestId?: string;
}

export class ApiFault extends Error {
  override readonly name = 'ApiFault';

  /** @param retryAfterSeconds of `Retry-After`, if the service said when to try again */
  constructor(
    readonly problem: Problem,
    readonly retryAfterSeconds?: number,
  ) {
    super(problem.detail);
  }

  get status(): number {
    return this.problem.status;
  }

  /** The detail for a field of a form, by its name in the body. */
  detailFor(name: string): string | undefined {
    const { errors = [], field, detail } = this.problem;
    const own = errors.find(({ pointer, parameter }) => pointer === `/${name}` || pointer?.startsWith(`/${name}/`) || parameter === name);
    return own?.detail ?? (errors.length === 0 && field === name ? detail : undefined);
  }
}

/** Nothing came back: no network, or no service. */
export const UNREACHED = 0;

/** Reads the problem document of a refusal; what is none, such as a page of a proxy, is described by its status. */
export async function faultOf(response: Response): Promise<ApiFault> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? undefined;
  const seconds = Number(headers.get('retry-after') ?? NaN);
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const problem = { code: 'unknown', detail: '', ...body, status, ...(requestId === undefined ? {} : { requestId }) };
  return new ApiFault(problem, Number.isFinite(seconds) ? seconds : undefined);
}

/** What any error means to the person who sees it. */
export function asFault(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error;
  return new ApiFault({ status: UNREACHED, code: 'unreached', detail: error instanceof Error ? error.message : '' });
}
