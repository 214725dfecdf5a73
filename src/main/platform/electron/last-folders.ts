/**
 * @file The folders that the clerk used last; without them, the system's dialogs start in Downloads. The folders are
 * stored in a small file in the data folder; failures to read or write the file are ignored.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const foldersSchema = z.object({ reading: z.string().optional(), writing: z.string().optional() });

/** The purpose of a dialog: opening files, or saving them. */
type Purpose = keyof z.infer<typeof foldersSchema>;

/** Folders by purpose. */
export type LastFolders = ReturnType<typeof openLastFolders>;

/** Reads the folders stored in `file`. */
export function openLastFolders(file: string) {
  const loading = readFolders(file);
  return {
    /** Returns the folder that was used last for a purpose; `null` before the first use. */
    of: async (purpose: Purpose) => (await loading)[purpose] ?? null,
    async remember(purpose: Purpose, folder: string) {
      const folders = await loading;
      if (folders[purpose] === folder) return;
      folders[purpose] = folder;
      await writeFile(file, JSON.stringify(folders)).catch(() => undefined);
    },
  };
}

async function readFolders(file: string): Promise<z.infer<typeof foldersSchema>> {
  try {
    return foldersSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}
