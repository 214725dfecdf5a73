/** @file The file in which saved views are exported and imported; unencrypted JSON with a version. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { type NamedView, namedViewsSchema } from '../../../../shared/model/statements/saved-view.ts';

/** Maximum size of the file, in bytes. */
export const maxViewFileBytes = 4 * 1024 * 1024;

const format = 'paydesk-views';
const version = 1;

const anyVersionSchema = z.looseObject({ format: z.literal(format), version: z.int() });
const viewFileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  views: namedViewsSchema.min(1),
});

function createInvalidError(): PaydeskError {
  return new PaydeskError('view-file-invalid', 'The file is not a file of views');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw createInvalidError();
  }
}

export function formatViewFile(views: readonly NamedView[]): string {
  return `${JSON.stringify({ format, version, views }, null, 2)}\n`;
}

/** Parses a file of views. Throws `view-file-newer` for a later version and `view-file-invalid` for anything else. */
export function parseViewFile(bytes: Uint8Array): readonly NamedView[] {
  if (bytes.length > maxViewFileBytes) throw createInvalidError();
  const content = parseJson(new TextDecoder().decode(bytes));
  const { data: header } = anyVersionSchema.safeParse(content);
  if (header === undefined) throw createInvalidError();
  if (header.version > version)
    throw new PaydeskError('view-file-newer', 'A later version of Paydesk wrote the file');
  const { data } = viewFileSchema.safeParse(content);
  if (data === undefined) throw createInvalidError();
  return data.views;
}
