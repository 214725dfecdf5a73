/** @file Opens documents, and nothing but documents: a folder or a pipe that took the place of a file is told apart. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** What stands at a path is no file. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';
  readonly isFolder: boolean;

  constructor(isFolder: boolean) {
    super('This is not a file');
    this.isFolder = isFolder;
  }
}

// Without O_NONBLOCK, opening a pipe waits until somebody writes into it. Windows knows neither.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a file for reading. Rejects with {@link NotAFile}, or with the system's error. Never waits for anybody. */
export async function openDocument(path: string): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new NotAFile(status.isDirectory());
    return file;
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/** True when there is something at the path that can be looked at: a document, or what took its place. */
export async function canBeOpened(path: string): Promise<boolean> {
  try {
    await (await openDocument(path)).close();
    return true;
  } catch (thrown) {
    return thrown instanceof NotAFile;
  }
}
