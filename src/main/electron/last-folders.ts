/**
 * @file The folders that the clerk used last, because the system's dialogs always start in Downloads. Kept in a small
 * file beside the data; a file that cannot be read or written only costs the memory.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const foldersSchema = z.object({ reading: z.string().optional(), writing: z.string().optional() });

/** Where files are looked for, and where results are written. */
export type Purpose = keyof z.infer<typeof foldersSchema>;

/** Folders by purpose. */
export interface LastFolders {
  /** `null` when there is none yet. */
  of(purpose: Purpose): Promise<string | null>;
  remember(purpose: Purpose, folder: string): Promise<void>;
}

/** Reads what was remembered in `file`. */
export function openLastFolders(file: string): LastFolders {
  const reading = read(file);
  return {
    of: async (purpose) => (await reading)[purpose] ?? null,
    async remember(purpose, folder) {
      const folders = await reading;
      if (folders[purpose] === folder) return;
      folders[purpose] = folder;
      await writeFile(file, JSON.stringify(folders)).catch(() => undefined);
    },
  };
}

async function read(file: string): Promise<z.infer<typeof foldersSchema>> {
  try {
    return foldersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
