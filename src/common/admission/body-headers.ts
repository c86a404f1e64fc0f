// Reads the headers that describe a message's body.
import type { IncomingHttpHeaders } from 'node:http';

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
