// A backup is a folder with the database, the master key, the archive of events, and a manifest. The manifest is written last and proves
// the other files.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { chmod, copyFile, open, readdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, sync } from '../../common/files/durable-files.js';
import { isObject } from '../../common/primitives/is-object.js';
import { CommandError } from '../terminal/command-error.js';

export const DATABASE_COPY = 'gatehouse.db';
export const KEY_COPY = 'master.key';
export const ARCHIVE_COPY = 'event-archive';
const MANIFEST = 'manifest.json';
const FORMAT = 1;

export interface Manifest {
  format: number;
  createdAt: string;
  /** SHA-256 of each file, by its path in the folder. */
  files: Record<string, string>;
}

/** The name of a copy until it is complete. */
export const partOf = (path: string) => `${path}.part`;

/** Copies a file, readable by its owner only. A file under the final name is complete, and survives a power failure. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  const part = partOf(to);
  await copyFile(from, part);
  await chmod(part, 0o600);
  await sync(part);
  await renameDurably(part, to);
}

/** Renames a file within a folder; the change survives a power failure. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await sync(dirname(to));
}

/**
 * The names of the finished files in a folder; none if there is no folder. @throws CommandError if it can't be read: a backup must include
 * these files
 */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`${folder} cannot be read: ${error.message}`);
  });
  return entries.filter((entry) => entry.isFile() && !entry.name.endsWith(partOf(''))).map(({ name }) => name);
}

/** Writes the manifest of these files. From then on the folder is a backup, even after a power failure. */
export async function finishBackup(folder: string, paths: readonly string[], createdAt: string): Promise<void> {
  const files: Record<string, string> = {};
  for (const path of paths) {
    await sync(join(folder, path));
    files[path] = await digestOf(join(folder, path));
  }
  await sync(folder);
  const file = await open(join(folder, MANIFEST), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, createdAt, files } satisfies Manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await sync(folder);
}

/** Reads the manifest and compares every file with it. @throws CommandError */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new CommandError(`${folder} is no finished backup: it has no ${MANIFEST}.`);
  });
  const manifest = parseManifest(text);
  if (manifest.format !== FORMAT) throw new CommandError(`The backup has the format ${manifest.format}; this command knows ${FORMAT}.`);
  for (const [path, digest] of Object.entries(manifest.files)) {
    // A manifest may name only files of its own folder.
    const isInside = path === basename(path) || path === join(ARCHIVE_COPY, basename(path));
    const isFile = isInside && statSync(join(folder, path), { throwIfNoEntry: false })?.isFile();
    if (!isFile || (await digestOf(join(folder, path))) !== digest)
      throw new CommandError(`The backup is damaged: ${path} is missing or not what was written.`);
  }
  return manifest;
}

function parseManifest(text: string): Manifest {
  const manifest = parsed(text);
  if (isObject(manifest) && isObject(manifest['files'])) return manifest as unknown as Manifest;
  throw new CommandError(`The backup is damaged: ${MANIFEST} is not what was written.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
