/** @file Reads an address book from CSV: columns `recipientId` and `label`, in any order, others left alone. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type CastingContext, CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { beneficiaryFileWords } from '../../../shared/words/beneficiaries.ts';

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

const recordSchema = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
});

const columnNames: Readonly<Record<string, string>> = {
  recipientid: 'recipientId',
  label: 'label',
  name: 'label',
};

/** What stands in for a letter that is not UTF-8. */
const unreadableLetter = '\ufffd';

/** Reads the file in a stream. Throws `file-unreadable` when it cannot be read or has not the columns. */
export async function readAddressBook(
  path: string,
): Promise<{ lines: ImportedLine[]; refused: RefusedLine[] }> {
  const lines: ImportedLine[] = [];
  const refused: RefusedLine[] = [];
  let columnsSeen = false;

  function columnsOf(header: string[]): string[] {
    const columns = header.map((name) => columnNames[name.replace(/[\s_-]/g, '').toLowerCase()] ?? '');
    columnsSeen = columns.includes('recipientId') && columns.includes('label');
    if (!columnsSeen) throw unreadable(beneficiaryFileWords.columnsMissing);
    return columns;
  }

  function take(raw: unknown): void {
    const { record, info } = recordSchema.parse(raw);
    const recipientId = recipientIdSchema.safeParse(record['recipientId'] ?? '');
    const label = labelSchema.safeParse(record['label'] ?? '');
    const refuse = (problem: string) => refused.push({ line: info.lines, problem });
    if (!recipientId.success) refuse(beneficiaryFileWords.recipientIdMissing);
    else if (!label.success) refuse(beneficiaryFileWords.labelMissing);
    else if (`${recipientId.data}${label.data}`.includes(unreadableLetter))
      refuse(beneficiaryFileWords.notUtf8);
    else lines.push({ recipientId: recipientId.data, label: label.data });
  }

  try {
    await pipeline(
      createReadStream(path),
      parse({
        bom: true,
        trim: true,
        info: true,
        skip_empty_lines: true,
        relax_column_count: true,
        delimiter: [',', ';', '\t'],
        max_record_size: 100_000,
        columns: columnsOf,
        cast: (value: string, _context: CastingContext) => value,
      }),
      async (records: AsyncIterable<unknown>) => {
        for await (const raw of records) take(raw);
      },
    );
  } catch (thrown) {
    if (thrown instanceof PaydeskError) throw thrown;
    if (thrown instanceof CsvError) throw unreadable(beneficiaryFileWords.notCsv);
    throw new PaydeskError('file-unreadable', 'The address book cannot be read');
  }
  if (!columnsSeen) throw unreadable(beneficiaryFileWords.columnsMissing);
  return { lines, refused };
}

function unreadable(message: string): PaydeskError {
  return new PaydeskError('file-unreadable', message, { details: { message } });
}
