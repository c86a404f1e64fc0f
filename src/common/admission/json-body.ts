// JSON bodies: the media types and the size that each part of the API accepts, and the headers that describe a body.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { DomainError } from '../primitives/domain-error.js';

/**
 * The rule for bodies below `prefix`; the first matching rule applies. A body is JSON of these media types, up to `limit` bytes and about
 * `values` members and elements.
 * With `anyCharset`, the charset in the header doesn't matter: the bytes must be UTF-8 (RFC 8259 section 8.1), and JSON has no such
 * parameter. A `streamed` body is left to the handler, after the guard.
 */
export type BodyRule = JsonRule | { prefix: string; streamed: true };

interface JsonRule {
  prefix: string;
  types: readonly string[];
  /** Media types of PATCH, if different (RFC 5789 section 2). */
  patchTypes?: readonly string[];
  limit: number;
  values?: number;
  anyCharset?: boolean;
}

type Handler = (request: Request, response: Response, next: NextFunction) => void;

/** One middleware for all rules. On a path without a rule, no body is read. */
export function jsonBodies(rules: readonly BodyRule[]): Handler {
  const parsers = rules.map((rule) =>
    'streamed' in rule ? rule : { ...rule, parse: express.json({ limit: rule.limit, type: () => true, verify: formOf(rule) }) },
  );
  return (request, response, next) => {
    // The router ignores the case of a path.
    const path = request.path.toLowerCase();
    const rule = parsers.find(({ prefix }) => path.startsWith(prefix));
    if (!rule || 'streamed' in rule || !announcesBody(request.headers)) return next();
    const types = (request.method === 'PATCH' && rule.patchTypes) || rule.types;
    const refused = mediaFault(request.headers['content-type'], types, rule.anyCharset);
    // RFC 5789 section 3.1.
    if (refused && types === rule.patchTypes) response.setHeader('Accept-Patch', types.join(', '));
    if (refused) return next(new DomainError('unsupportedMedia', 'body.mediaType', refused));
    // The parser would reject the name of a charset, but only the bytes have to be UTF-8.
    if (rule.anyCharset) request.headers['content-type'] = JSON_UTF8;
    rule.parse(request, response, (error?: unknown) => next(error === undefined ? undefined : bodyError(error)));
  };
}

/**
 * Reads and parses a body outside Express, as the middleware would. It listens to events, because async iteration would cost more than all
 * other work on the body.
 * @throws DomainError `invalid`, `unsupportedMedia`
 */
export async function readJsonBody(request: IncomingMessage, rule: Pick<JsonRule, 'values' | 'anyCharset'>): Promise<unknown> {
  const parts: Buffer[] = [];
  try {
    await new Promise((resolve, reject) => {
      request.on('data', (part: Buffer) => parts.push(part));
      request.once('end', resolve);
      for (const end of ['error', 'close']) request.once(end, () => reject(CUT_OFF));
    });
    const body = Buffer.concat(parts);
    formOf(rule)(undefined, undefined, body);
    const value: unknown = JSON.parse(body.toString('utf8', isMarked(body) ? BYTE_ORDER_MARK.length : 0));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw bodyError(error);
  }
  throw bodyError(undefined);
}

const CUT_OFF = Object.assign(new Error('cut off'), { type: 'request.aborted' });
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const isMarked = (body: Buffer): boolean => body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);

const JSON_UTF8 = 'application/json';
const TOO_MANY_VALUES = 'entity.values';
/** Deeper than any legitimate body, and far from where recursive code would overflow the stack. */
const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH, COMMA, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = Buffer.from('"\\,{[}]');

/** Checks a body before it is parsed. */
function formOf({ values, anyCharset }: { values?: number; anyCharset?: boolean }) {
  const checkShape = shapeOf(values);
  return (request: unknown, response: unknown, body: Buffer): void => {
    if (anyCharset && !isUtf8(body)) throw Object.assign(new Error('no UTF-8'), { type: 'charset.unsupported' });
    checkShape(request, response, body);
  };
}

/** Counts brackets and commas outside strings. */
function shapeOf(mostValues = Infinity) {
  return (_request: unknown, _response: unknown, body: Buffer): void => {
    let [depth, commas] = [0, 0];
    for (let at = 0; at < body.length; at++) {
      const byte = body[at];
      if (byte === QUOTE) at = endOfString(body, at);
      else if (byte === COMMA) commas++;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
      if (depth > MAX_DEPTH) throw Object.assign(new Error('too deep'), { type: 'entity.verify.failed' });
      if (commas > mostValues) throw Object.assign(new Error('too many values'), { type: TOO_MANY_VALUES });
    }
  };
}

/** The position of the closing quote of the string that begins at `start`. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function mediaFault(contentType: string | undefined, types: readonly string[], anyCharset: boolean | undefined): string | undefined {
  const { type, charset } = mediaType(contentType);
  if (!types.includes(type)) return `The body must be ${types.join(' or ')}; say so in the Content-Type header.`;
  return anyCharset || charset === undefined || charset === 'utf-8' ? undefined : 'The body must be UTF-8.';
}

/** Parser errors have a `type` (see the body-parser package). Their messages may quote the body, so they are not passed on. */
const BODY_ERRORS: Readonly<Record<string, () => DomainError>> = {
  'entity.too.large': () => new DomainError('tooLarge', 'body.tooLarge', 'The body is too large for this endpoint.'),
  'entity.verify.failed': () => new DomainError('invalid', 'body.tooDeep', `The body is nested deeper than ${MAX_DEPTH} levels.`),
  [TOO_MANY_VALUES]: () => new DomainError('tooLarge', 'body.tooManyValues', 'The body has too many values for this endpoint.'),
  'charset.unsupported': () => new DomainError('unsupportedMedia', 'body.charset', 'The body must be UTF-8.'),
  'encoding.unsupported': () =>
    new DomainError('unsupportedMedia', 'body.encoding', 'This content encoding is not supported; send gzip, deflate, br or none.'),
  'request.aborted': () => new DomainError('invalid', 'body.aborted', 'The body ended before it was complete.'),
};

function bodyError(error: unknown): DomainError {
  const type = String((error as { type?: unknown } | undefined)?.type);
  return BODY_ERRORS[type]?.() ?? new DomainError('invalid', 'body.malformed', 'The body is not valid JSON.');
}

/** Whether a body is announced (RFC 9112 section 6.3); a length of 0 announces none. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** A value of Content-Type (RFC 9110 section 8.3), in lower case. */
export interface MediaType {
  /** `type/subtype`; empty without the header. */
  type: string;
  /** Without quotes; undefined if the header names none. */
  charset: string | undefined;
}

export function mediaType(contentType: string | undefined): MediaType {
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return { type, charset: charset?.slice('charset='.length).replace(/^"(.*)"$/, '$1') };
}
