// Files and folders that survive a power failure.
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** What `link` answers on a file system that has no hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Creates a folder for its owner only, including missing parents. The folders survive a power failure. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncIfReadable(dirname(made));
}

/** Syncs a file, or a folder: the name of a new file is part of its folder. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Creates a file for its owner only, unless there is one with this name. Of several processes, the first creates it. A file under the name is
 * complete, and survives a power failure. File systems without hard links (FAT, some network shares) don't promise that it is complete.
 */
export async function createDurably(path: string, text: string): Promise<void> {
  const part = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(part, path);
  } finally {
    await rm(part, { force: true });
  }
  await syncIfReadable(dirname(path));
}

/** Unlike a rename, a link or a new file never replaces the file of another process. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path).catch(async (error: NodeJS.ErrnoException) => {
      if (!WITHOUT_LINKS.has(error.code ?? '')) throw error;
      await copyFile(part, path, constants.COPYFILE_EXCL);
      await sync(path);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A user who may create a file or a folder in a parent can't always open that parent. */
export async function syncIfReadable(folder: string): Promise<void> {
  await sync(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
  });
}
