// Bodies: which media types each part of the API takes, and how large they may be.
import express, { type NextFunction, type Request, type Response } from 'express';
import { DomainError } from '../errors.js';

/** Bodies below `prefix`: JSON of these media types, up to `limit` bytes. The first rule that fits counts. */
export interface BodyRule {
  prefix: string;
  types: readonly string[];
  limit: number;
  /** So large that nobody without a valid token may have it read; the guard then says why. */
  onlyWithToken?: true;
}

type Handler = (request: Request, response: Response, next: NextFunction) => void;

/** One middleware for all rules; a path without a rule gets no body. `hasToken` tells whether a request brings a valid bearer token. */
export function jsonBodies(rules: readonly BodyRule[], hasToken: (request: Request) => Promise<boolean>): Handler {
  const parsers = rules.map((rule) => ({ ...rule, parse: express.json({ limit: rule.limit, type: () => true }) }));
  return (request, response, next) => {
    const rule = parsers.find(({ prefix }) => request.path.startsWith(prefix));
    if (!rule || !hasBody(request)) return next();
    const refused = mediaFault(request.headers['content-type'], rule.types);
    if (refused) return next(new DomainError('unsupportedMedia', 'body.mediaType', refused));
    const parse = () => rule.parse(request, response, (error?: unknown) => next(error === undefined ? undefined : bodyError(error)));
    if (!rule.onlyWithToken) return parse();
    void parseIf(hasToken(request), parse, next);
  };
}

async function parseIf(allowed: Promise<boolean>, parse: () => void, next: NextFunction): Promise<void> {
  try {
    if (await allowed) parse();
    else next();
  } catch (error) {
    next(error);
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function mediaFault(contentType: string | undefined, types: readonly string[]): string | undefined {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (!types.includes(type)) return `The body must be ${types.join(' or ')}; name it in the header Content-Type.`;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-8"?$/.test(charset) ? undefined : 'The body must be UTF-8.';
}

/** Errors of the parser carry a `type` (see the body-parser package). Their messages may quote the body, so they are not passed on. */
const BODY_ERRORS: Readonly<Record<string, () => DomainError>> = {
  'entity.too.large': () => new DomainError('tooLarge', 'body.tooLarge', 'The body is too large for this route.'),
  'charset.unsupported': () => new DomainError('unsupportedMedia', 'body.charset', 'The body must be UTF-8.'),
  'encoding.unsupported': () =>
    new DomainError('unsupportedMedia', 'body.encoding', 'This content encoding is not supported; send gzip, deflate, br or none.'),
  'request.aborted': () => new DomainError('invalid', 'body.aborted', 'The body ended early.'),
};

function bodyError(error: unknown): DomainError {
  const type = String((error as { type?: unknown }).type);
  return BODY_ERRORS[type]?.() ?? new DomainError('invalid', 'body.malformed', 'The body is not valid JSON.');
}
