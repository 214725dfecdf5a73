/** @file The expected result of a command that has written a file. */
import { expect } from 'vitest';
import { canOpenFile, type SavedFile } from '../../../src/shared/model/saved-file.ts';

/** Returns a saved file that matches any reference. */
export function savedAt(path: string, kind: SavedFile['kind'] = 'file'): SavedFile {
  return { reference: expect.any(String), path, kind, canOpen: kind === 'file' && canOpenFile(path) };
}
