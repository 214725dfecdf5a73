/** @file Reads an address book from CSV: columns `recipientId` and `label`, in any order, others left alone. */
import { createReadStream } from 'node:fs';
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

/** Reads the file in a stream. Throws `file-unreadable` when it cannot be read or has not the columns. */
export async function readAddressBook(
  path: string,
): Promise<{ lines: ImportedLine[]; refused: RefusedLine[] }> {
  const lines: ImportedLine[] = [];
  const refused: RefusedLine[] = [];
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [',', ';', '\t'],
      max_record_size: 100_000,
      columns: (header: string[]) =>
        header.map((name) => columnNames[name.replace(/[\s_-]/g, '').toLowerCase()] ?? ''),
      cast: (value: string, _context: CastingContext) => value,
    }),
  );
  try {
    for await (const raw of parser) {
      const { record, info } = recordSchema.parse(raw);
      if (record['recipientId'] === undefined && lines.length === 0 && refused.length === 0) {
        throw new PaydeskError('file-unreadable', beneficiaryFileWords.columnsMissing, {
          details: { message: beneficiaryFileWords.columnsMissing },
        });
      }
      const recipientId = recipientIdSchema.safeParse(record['recipientId'] ?? '');
      const label = labelSchema.safeParse(record['label'] ?? '');
      if (!recipientId.success)
        refused.push({ line: info.lines, problem: beneficiaryFileWords.recipientIdMissing });
      else if (!label.success) refused.push({ line: info.lines, problem: beneficiaryFileWords.labelMissing });
      else lines.push({ recipientId: recipientId.data, label: label.data });
    }
  } catch (thrown) {
    if (thrown instanceof PaydeskError) throw thrown;
    if (thrown instanceof CsvError) {
      throw new PaydeskError('file-unreadable', 'Not CSV', {
        details: { message: beneficiaryFileWords.notCsv },
      });
    }
    throw new PaydeskError('file-unreadable', 'The address book cannot be read');
  }
  return { lines, refused };
}
