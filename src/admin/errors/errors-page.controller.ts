// The page that the `type` of every problem names (RFC 9457 section 3.1.1).
import { STATUS_CODES } from 'node:http';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/access/access.js';
import { PROBLEM_TYPES } from '../../common/http/problem.js';
import { ERROR_CODES } from '../../common/primitives/error-codes.js';

/** What each status means, and what to do. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'A value is missing, malformed, unknown or not allowed. errors names each of them and where it is.',
  401: 'The request has no valid token. Get one, or sign in again.',
  403: 'The caller lacks a permission, which detail names. An administrator who manages its roles can give it.',
  404: 'It does not exist for this caller, in this organization.',
  405: 'The address has no such method; the header Allow names those it has.',
  406: 'No answer in a media type that the request accepts.',
  409: 'It exists already, or its state does not allow this.',
  412: 'It has changed since it was read. Read it again before changing it.',
  413: 'The body is too large.',
  415: 'The body is of a media type that is not taken here.',
  422: 'The Idempotency-Key belongs to another request.',
  429: 'This caller asks for more than its share. Try again later.',
  500: 'Something went wrong on the side of the service. Its log has the requestId.',
  503: 'The service is busy, or something it needs does not respond. Try again after the seconds in Retry-After.',
};

const ROWS = Object.entries(MEANINGS).map(([status, meaning]) => `<tr><td>${status} ${STATUS_CODES[status]}</td><td>${meaning}</td></tr>`);
const CODES = Object.entries(ERROR_CODES)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([code, [means, todo]]) => `<tr id="${code}"><td><code>${code}</code></td><td>${means}</td><td>${todo}</td></tr>`);
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Errors</title><style>
body{font-family:system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0}
:target{background:#fff3bf}@media(prefers-color-scheme:dark){:root{color-scheme:dark}:target{background:#5c4a00}}</style><h1>Errors</h1>
<p>Errors of the API are problem details (RFC 9457). code names what went wrong and stays the same; detail says it in a sentence, and what to
do; errors lists every fault with a JSON pointer into the body or the name of a query parameter; requestId is that of the line in the log.</p>
<h2>Status</h2><table><tr><th>Status</th><th>Meaning</th></tr>${ROWS.join('')}</table>
<h2>Codes</h2><table><tr><th>Code</th><th>What it means</th><th>What to do</th></tr>${CODES.join('\n')}</table></html>`;

@ApiExcludeController()
@Controller()
export class ErrorsPageController {
  @Get(PROBLEM_TYPES)
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  show(): string {
    return PAGE;
  }
}
