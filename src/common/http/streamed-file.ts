// Answers that are written a portion at a time, as fast as the caller reads, and what becomes of those that fail on the way.
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import { requestFacts } from './observed-requests.js';

const log = new Logger('http');

/** An answer of these bytes. @param type its media type, if nothing else names it */
export function streamedFile(body: Readable, type?: string): StreamableFile {
  const file = new StreamableFile(body, type === undefined ? {} : { type });
  return file.setErrorHandler((error, response) => breakOff(error, response as unknown as ServerResponse));
}

/** The status is sent already: only a broken connection tells the caller that this is not all. */
function breakOff(error: Error, response: ServerResponse): void {
  // The caller went, which ended the stream.
  if (response.destroyed) return;
  log.error({ message: 'request failed', ...requestFacts(response.req), err: error });
  response.destroy(error);
}
