// Answers that are written a portion at a time, as fast as the caller reads, and what becomes of those that fail on the way.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import { whileAdmitted } from '../access/admission.js';
import type { Principal } from '../access/principal.js';
import { requestFacts } from './observed-requests.js';
import { toProblem } from './problem.js';

const log = new Logger('http');

/** An answer of these pieces, which breaks off when its caller may not have it any more. @param type its media type, if nothing else names it */
export function streamedFile(
  pieces: AsyncIterable<Uint8Array | string> | Iterable<string>,
  caller: Principal,
  type?: string,
): StreamableFile {
  const body = Readable.from(whileAdmitted(caller, pieces), { objectMode: false });
  const file = new StreamableFile(body, type === undefined ? {} : { type });
  return file.setErrorHandler((error, response) => breakOff(error, response as unknown as ServerResponse));
}

/** The status is sent already: only a broken connection tells the caller that this is not all. */
function breakOff(error: Error, response: ServerResponse): void {
  // The caller went, which ended the stream.
  if (response.destroyed) return;
  const { status, code: reason } = toProblem(error);
  if (status < 500) log.warn({ message: 'answer broken off', ...requestFacts(response.req), reason });
  else log.error({ message: 'request failed', ...requestFacts(response.req), err: error });
  response.destroy(error);
}
