/** @file Reads an address book from CSV: columns `recipientId` and `label` in any order; other columns are ignored. */
import { z } from 'zod';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryFileWords } from '../../../shared/words/beneficiaries.ts';
import { readCsv } from '../../csv-reader.ts';
import { addressBookForm } from '../../list-forms.ts';
import { checkListLines, type ListReader } from '../../list-reader.ts';

export interface ImportedLine {
  readonly recipientId: string;
  readonly label: string;
}

/** A line that cannot be imported. */
export interface RefusedLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly problem: string;
}

const addressBookSchema = z.object({
  lines: z.array(z.object({ recipientId: z.string(), label: z.string() })),
  refused: z.array(z.object({ line: z.number().int(), problem: z.string() })),
});

interface AddressBook {
  readonly lines: ImportedLine[];
  readonly refused: RefusedLine[];
}

/** Reads an address book. Throws `file-unreadable`, as {@link ListReader} does. */
export async function readAddressBook(
  readList: ListReader,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AddressBook> {
  return addressBookSchema.parse(await readList('address-book', bytes));
}

/** Runs in the thread. Throws `file-unreadable` when the file cannot be read, is too long or lacks a column. */
export async function parseAddressBook(bytes: AsyncIterable<Uint8Array>): Promise<AddressBook> {
  const lines: ImportedLine[] = [];
  const refused: RefusedLine[] = [];
  await readCsv<'recipientId' | 'label'>(bytes, addressBookForm, ({ line, cell, unreadable }) => {
    checkListLines(lines.length + refused.length);
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
