// docs/operate.md tells the bounds that hold.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DATABASE_LIMITS } from '../../src/common/database/errors/limits.js';
import { BODY_BYTES, REQUEST_BOUNDS } from '../../src/common/admission/request-bounds.js';
import { LIMITS } from '../../src/scim/protocol/wire/limits.js';

const told = new Map(
  [...readFileSync('docs/operate.md', 'utf8').matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, bound, value, beyond]) => [
    bound,
    { value, beyond },
  ]),
);
const kibibytes = (bytes: number) => `${bytes / 1024} KiB`;
const seconds = (ms: number) => `${ms / 1000} s`;

it.each([
  ['request line and headers', kibibytes(REQUEST_BOUNDS.headerBytes), '431'],
  ['time for the headers', seconds(REQUEST_BOUNDS.headersMs), `408, at most ${seconds(REQUEST_BOUNDS.lookMs)} later`],
  ['time for the whole request; an import limits itself', seconds(REQUEST_BOUNDS.requestMs), '408'],
  ['silence: no byte of a body comes, or of an answer is taken', seconds(REQUEST_BOUNDS.silenceMs), '408; closed if the answer has begun'],
  ['idle connection', seconds(REQUEST_BOUNDS.keepAliveMs), 'closed'],
  ['body of the admin API', kibibytes(BODY_BYTES.adminJson), '413'],
  ['body of SCIM', `${LIMITS.bodyBytes} bytes`, '413'],
  ['body at an OAuth endpoint', kibibytes(BODY_BYTES.oauth), `413; ${kibibytes(BODY_BYTES.oauthForm)} of it may be parameters`],
  ['form of a page', kibibytes(BODY_BYTES.pageForm), '413'],
  ['form with a picture of a person', kibibytes(BODY_BYTES.pictureForm), '400'],
  ['form of an identity provider', kibibytes(BODY_BYTES.providerForm), '413'],
  ['logout token of an identity provider', kibibytes(BODY_BYTES.logoutForm), '413'],
])('%s: %s', (bound, value, beyond) => {
  expect(told.get(bound)).toEqual({ value, beyond });
});

it.each([
  ['a new connection', DATABASE_LIMITS.connectMs],
  ['the wait for a connection', DATABASE_LIMITS.waitMs],
  ['the wait for rows that others have locked', DATABASE_LIMITS.lockMs],
  ['a statement', DATABASE_LIMITS.statementMs],
  ['a search', DATABASE_LIMITS.searchMs],
  ['a change, and the time in which it begins anew', DATABASE_LIMITS.unitMs],
  ['the queue of changes', DATABASE_LIMITS.queueMs],
  ['no sign of life from the server', DATABASE_LIMITS.silenceMs],
  ['an idle transaction, MariaDB', DATABASE_LIMITS.silenceMs],
])('%s: %s ms', (bound, ms) => {
  expect(told.get(bound)?.value).toBe(seconds(ms));
});
