/** @file A file or folder that Paydesk wrote because the clerk saved or exported something. */
import { z } from 'zod';

/** A saved file as the window knows it. */
export const savedFileSchema = z.object({
  /** Identifies the file in `shell.openSaved` and `shell.showSaved`, until Paydesk ends. */
  reference: z.string(),
  /** Full path for display. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  /** True for a type that Paydesk opens with the system's program. */
  canOpen: z.boolean(),
});

export type SavedFile = z.infer<typeof savedFileSchema>;

/** Types that cannot contain programs. Files of other types are only shown in their folder. */
const safeExtensions: ReadonlySet<string> = new Set([
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

/** True when a file of this name may be opened with the system's program. */
export function canOpenFile(path: string): boolean {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1] ?? '';
  return safeExtensions.has(extension.toLowerCase());
}
