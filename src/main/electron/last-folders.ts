/**
 * @file The folders that the clerk used last, because the system's dialogs always start in Downloads. Kept in a small
 * file beside the data; a file that cannot be read or written only costs the memory.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';

const foldersSchema = z.object({ reading: z.string().optional(), writing: z.string().optional() });

/** Where files are looked for, and where results are written. */
export type Purpose = keyof z.infer<typeof foldersSchema>;

/** Folders by purpose. */
export interface LastFolders {
  /** `null` when there is none yet. */
  of(purpose: Purpose): string | null;
  remember(purpose: Purpose, folder: string): Promise<void>;
}

/** Reads what was remembered in `file`. */
export function openLastFolders(file: string): LastFolders {
  const folders = read(file);
  return {
    of: (purpose) => folders[purpose] ?? null,
    async remember(purpose, folder) {
      if (folders[purpose] === folder) return;
      folders[purpose] = folder;
      await writeFile(file, JSON.stringify(folders)).catch(() => undefined);
    },
  };
}

function read(file: string): z.infer<typeof foldersSchema> {
  try {
    return foldersSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
