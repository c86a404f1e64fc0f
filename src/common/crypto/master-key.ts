// The master key of the embedded database: a file beside it, created at the first start.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createDurably, makeFolder } from '../files/durable-files.js';

/** The file can't be used; the message says what to do. */
export class MasterKeyFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MasterKeyFileError';
  }
}

/** The file with the embedded database's master key. */
export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/** @returns the key in the file, or undefined if there is no file. @throws MasterKeyFileError if the file contains no key */
export function readMasterKeyFile(dataDir: string): Buffer | undefined {
  const file = masterKeyFile(dataDir);
  return existsSync(file) ? keyIn(file) : undefined;
}

function keyIn(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new MasterKeyFileError(`${file} does not contain 32 bytes in base64. Restore the file, or set MASTER_KEY.`);
  return key;
}

/**
 * Creates the file with a new key, durable before the key is used and readable by the owner only.
 * @returns the key in the file, which another process may have created first
 */
export async function createMasterKeyFile(dataDir: string): Promise<Buffer> {
  await makeFolder(dataDir);
  const file = masterKeyFile(dataDir);
  await createDurably(file, `${randomBytes(32).toString('base64')}\n`);
  return keyIn(file);
}
