import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { UsageError } from './command-error.js';

/** @throws UsageError if the file can't be read, before any other step */
export async function assertReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch(() => {
    throw new UsageError(`${path} does not exist or cannot be read.`);
  });
}
