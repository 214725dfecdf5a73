/** @file Parses an address book from CSV, in a thread: columns `recipientId` and `label` in any order; other columns are ignored. */
import { z } from 'zod';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { readCsv } from '../../formats/csv/csv-reader.ts';
import { addressBookForm } from '../../formats/csv/list-forms.ts';
import { checkListLines } from '../../formats/csv/list-protocol.ts';

/** Codes of the problems of a line; the main thread translates them. */
const lineProblemSchema = z.enum(['recipientIdMissing', 'labelMissing', 'notUtf8', 'otherWidth']);

const importedLineSchema = z.object({ recipientId: z.string(), label: z.string() });

export type ImportedLine = z.infer<typeof importedLineSchema>;

/** The result of {@link parseAddressBook}, sent to the main thread. */
export const addressBookSchema = z.object({
  lines: z.array(importedLineSchema),
  refused: z.array(z.object({ line: z.number().int(), problem: lineProblemSchema })),
});

/** Runs in the thread. Throws `file-unreadable` when the file cannot be read, is too long or lacks a column. */
export async function parseAddressBook(
  bytes: AsyncIterable<Uint8Array>,
): Promise<z.infer<typeof addressBookSchema>> {
  const lines: ImportedLine[] = [];
  const refused: z.infer<typeof addressBookSchema>['refused'] = [];
  await readCsv<'recipientId' | 'label'>(bytes, addressBookForm, ({ line, cell, problem }) => {
    checkListLines(lines.length + refused.length);
    const recipientId = recipientIdSchema.safeParse(cell('recipientId'));
    const label = labelSchema.safeParse(cell('label'));
    const refuse = (problem: z.infer<typeof lineProblemSchema>) => refused.push({ line, problem });
    if (!recipientId.success) refuse('recipientIdMissing');
    else if (!label.success) refuse('labelMissing');
    else if (problem !== null) refuse(problem);
    else lines.push({ recipientId: recipientId.data, label: label.data });
  });
  return { lines, refused };
}
