/** @file Reads an address book from CSV: columns `recipientId` and `label`, in any order, others left alone. */
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryFileWords } from '../../../shared/words/beneficiaries.ts';
import { readCsv } from '../../csv-reader.ts';
import { addressBookForm } from '../../list-forms.ts';

/** One usable line. */
export interface ImportedLine {
  readonly recipientId: string;
  readonly label: string;
}

/** One line that was left out. */
export interface RefusedLine {
  /** Number of the line in the file, the first is 1. */
  readonly line: number;
  readonly problem: string;
}

/** Reads the file in a stream. Throws `file-unreadable` when it cannot be read or has not the columns. */
export async function readAddressBook(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ lines: ImportedLine[]; refused: RefusedLine[] }> {
  const lines: ImportedLine[] = [];
  const refused: RefusedLine[] = [];
  await readCsv<'recipientId' | 'label'>(bytes, addressBookForm, ({ line, cell, unreadable }) => {
    const recipientId = recipientIdSchema.safeParse(cell('recipientId'));
    const label = labelSchema.safeParse(cell('label'));
    const refuse = (problem: string) => refused.push({ line, problem });
    if (!recipientId.success) refuse(beneficiaryFileWords.recipientIdMissing);
    else if (!label.success) refuse(beneficiaryFileWords.labelMissing);
    else if (unreadable) refuse(beneficiaryFileWords.notUtf8);
    else lines.push({ recipientId: recipientId.data, label: label.data });
  });
  return { lines, refused };
}
