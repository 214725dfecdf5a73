/** @file Files that the clerk dropped or pasted, as the argument `files` of a command. */
import { z } from 'zod';
import type { PageFile } from './names.ts';

/** Maximum number of files in a call; a call with more is refused with `too-many-files`. */
export const maxDroppedFiles = 100_000;

/**
 * A dropped file in main, which creates it from a path of the preload. Data of the page is a copy and never an instance,
 * so the page cannot name a path.
 */
export class DroppedFile {
  /** Empty for a file that is not on disk. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** `File` objects of the page; in main, their paths and the positions of files that are not on disk. */
export const droppedFilesSchema = z
  .array(z.custom<DroppedFile | PageFile>((file) => file instanceof DroppedFile))
  .min(1)
  .transform((files) => {
    const paths = files.map((file) => (file instanceof DroppedFile ? file.path : ''));
    return {
      paths: paths.filter((path) => path !== ''),
      notOnDisk: paths.flatMap((path, index) => (path === '' ? [index] : [])),
    };
  });

/** Positions of files that came from a program, such as an e-mail client, and are not on disk. */
export const notOnDiskSchema = z.array(z.number().int());
