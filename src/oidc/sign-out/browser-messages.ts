// Messages of providers that a browser brings, as they arrived.
import type { Request } from 'express';

/** The query as it was sent, which a signature covers. */
export function queryMessage({ originalUrl }: Request): { query: string } {
  const [, query = ''] = originalUrl.split('?');
  return { query };
}

/** The fields that are texts. */
export function formMessage({ body }: Request): { form: URLSearchParams } {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return { form: new URLSearchParams(fields.filter((field): field is [string, string] => typeof field[1] === 'string')) };
}
