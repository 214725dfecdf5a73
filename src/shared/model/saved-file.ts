/** @file A file or folder that Paydesk wrote because the clerk saved or exported something. */
import { z } from 'zod';

/** What the window knows of a file that was written. */
export const savedFileSchema = z.object({
  /** Names the file in `shell.openSaved` and `shell.showSaved`, until Paydesk ends. */
  reference: z.string(),
  /** Full path, to be shown. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** True for a kind of file that Paydesk hands to the system to open. */
  canOpen: z.boolean(),
});

export type SavedFile = z.infer<typeof savedFileSchema>;

/** Kinds that hold data and nothing that runs. Every other kind is only shown in its folder. */
const openedExtensions: ReadonlySet<string> = new Set([
  'csv',
  'gif',
  'jpeg',
  'jpg',
  'json',
  'pdf',
  'png',
  'tif',
  'tiff',
  'txt',
  'xlsx',
  'xml',
  'zip',
]);

/** True when a file of this name may be handed to the system to open. */
export function canOpenFile(path: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1] ?? '';
  return openedExtensions.has(extension.toLowerCase());
}
