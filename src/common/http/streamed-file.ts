// Answers that are written in portions, as fast as the caller reads, and the handling of those that fail halfway.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import { whileAdmitted } from '../access/admission.js';
import type { Principal } from '../access/principal.js';
import { requestFacts } from './observed-requests.js';
import { toProblem } from './problem.js';

const log = new Logger('http');

/** An answer of these pieces, which ends early if its caller loses the permission. @param type its media type, if no decorator sets it */
export function streamedFile(
  pieces: AsyncIterable<Uint8Array | string> | Iterable<string>,
  caller: Principal,
  type?: string,
): StreamableFile {
  const body = Readable.from(whileAdmitted(caller, pieces), { objectMode: false });
  const file = new StreamableFile(body, type === undefined ? {} : { type });
  return file.setErrorHandler((error, response) => breakOff(error, response as unknown as ServerResponse));
}

/** The status has been sent already. Only a broken connection shows the caller that the answer is incomplete. */
function breakOff(error: Error, response: ServerResponse): void {
  // The caller disconnected, which ended the stream.
  if (response.destroyed) return;
  const { status, code: reason } = toProblem(error);
  if (status < 500) log.warn({ message: 'answer broken off', ...requestFacts(response.req), reason });
  else log.error({ message: 'request failed', ...requestFacts(response.req), err: error });
  response.destroy(error);
}
