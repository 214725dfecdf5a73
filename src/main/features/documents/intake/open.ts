/** @file Opens regular files only, and rejects folders and pipes. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Thrown for a path that is not a regular file. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
  readonly isFolder: boolean;

  constructor(isFolder: boolean) {
    super('This is not a file');
    this.isFolder = isFolder;
  }
}

// Without O_NONBLOCK, opening a pipe blocks until it has a writer. Windows has neither.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** An opened file, and its status when it was opened. */
interface OpenedDocument {
  readonly file: FileHandle;
  readonly status: Stats;
}

/** Opens a file for reading without blocking. Rejects with {@link NotAFile} or the system's error. */
export async function openDocument(path: string): Promise<OpenedDocument> {
  const file = await open(path, flags);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new NotAFile(status.isDirectory());
    return { file, status };
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/** True when the path can be opened, as a file or as anything else. */
export async function canBeOpened(path: string): Promise<boolean> {
  try {
    await (await openDocument(path)).file.close();
    return true;
  } catch (thrown) {
    return thrown instanceof NotAFile;
  }
}
