// A backup is a folder: the database, the master key, the archive of events, and a manifest that is written last and proves the others.
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
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

/** What a copy is called until it is whole. */
export const partOf = (path: string) => `${path}.part`;

/** Makes a folder for its owner, with those above it that are missing. What was made survives a power failure. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncIfReadable(dirname(made));
}

/** Copies a file, readable by its owner only. What stands under its name is whole, and survives a power failure. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  const part = partOf(to);
  await copyFile(from, part);
  await chmod(part, 0o600);
  await sync(part);
  await renameDurably(part, to);
}

/** Within a folder. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await sync(dirname(to));
}

/** The names of the finished files in a folder; none if there is no folder. @throws CommandError when it cannot be read: a backup must not lack it */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`${folder} cannot be read: ${error.message}`);
  });
  return entries.filter((entry) => entry.isFile() && !entry.name.endsWith(partOf(''))).map(({ name }) => name);
}

/** Writes the manifest of these files: from now on the folder is a backup, also after a power failure. */
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
    // A manifest names files of its own folder only.
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

/** Whoever may make a folder in another one may not always open that one. */
async function syncIfReadable(folder: string): Promise<void> {
  await sync(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
  });
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
