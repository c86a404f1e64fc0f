// Reads the objects of a JSON export: one per line, all in one array, or in a list of an object.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CommandError } from '../terminal/command-error.js';

/**
 * @param what the objects are, for messages
 * @param list the member of an object with the list, if the export has one
 * @throws CommandError
 */
export async function* records<T extends object>(path: string, what: string, list?: string): AsyncGenerator<T> {
  const first = await firstCharacter(path);
  if (first === '[' || list !== undefined) {
    const whole = parseFile(await readFile(path, 'utf8'), path);
    const found = Array.isArray(whole) ? whole : (whole as Record<string, unknown> | null)?.[list ?? ''];
    if (!Array.isArray(found)) throw new CommandError(`${path} is not a list of ${what}: it has no list ${JSON.stringify(list)}.`);
    yield* assertObjects<T>(found, path, what);
  } else for await (const record of lines<T>(path)) yield* assertObjects<T>([record], path, what);
}

function* assertObjects<T extends object>(found: readonly unknown[], path: string, what: string): Generator<T> {
  for (const record of found) {
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new CommandError(`${path} is not a list of ${what}: an entry is not an object.`);
    yield record as T;
  }
}

async function firstCharacter(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const [first] = (chunk as string).replace(/^\uFEFF/, '').trimStart();
    if (first !== undefined) return first;
  }
  return '';
}

function parseFile(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new CommandError(`${path} begins like a JSON array and is not JSON.`);
  }
}

async function* lines<T>(path: string): AsyncGenerator<T> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    try {
      yield JSON.parse(line) as T;
    } catch {
      throw new CommandError(`${path}, line ${number}, is not JSON. Export with format "json", which writes one user per line.`);
    }
  }
}
