// Answers too large to build as one text. They are written in portions, as fast as the client reads.
import type { StreamableFile } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { streamedFile } from '../../common/http/streamed-file.js';
import type { JsonObject } from '../protocol/query/evaluate.js';

/** Represents, in an answer, a list whose elements are read while it is written. */
export class StreamedList {
  constructor(readonly portions: AsyncIterable<readonly JsonObject[]>) {}
}

/** The answer itself, or a stream of it if it contains a streamed list. */
export function streamedAnswer<T extends object>(answer: T, caller: Principal): T | StreamableFile {
  if (!isStreamed(answer)) return answer;
  return streamedFile(textOf(answer), caller);
}

function isStreamed(value: unknown): boolean {
  if (value instanceof StreamedList) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(isStreamed);
}

/** The JSON of a value, in parts. */
async function* textOf(value: unknown): AsyncGenerator<string> {
  if (value instanceof StreamedList) {
    yield* listText(value);
  } else if (!isStreamed(value)) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* textOf(element);
    }
    yield ']';
  } else {
    let separator = '{';
    for (const [name, member] of Object.entries(value as JsonObject)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* textOf(member);
      separator = ',';
    }
    yield '}';
  }
}

async function* listText({ portions }: StreamedList): AsyncGenerator<string> {
  let separator = '[';
  for await (const portion of portions) {
    if (portion.length === 0) continue;
    yield separator + JSON.stringify(portion).slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
