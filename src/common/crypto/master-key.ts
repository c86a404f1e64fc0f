// The master key of the embedded database: a file beside it, created at the first start.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

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
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new MasterKeyFileError(`${file} does not contain 32 bytes in base64. Restore the file, or set MASTER_KEY.`);
  return key;
}

/** Generates a key and writes it to the file: durable before it is used, and readable by the owner only. */
export function createMasterKeyFile(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const key = randomBytes(32);
  const file = openSync(masterKeyFile(dataDir), 'wx', 0o600);
  writeSync(file, `${key.toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  return key;
}
