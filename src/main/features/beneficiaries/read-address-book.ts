/** @file Reads an address book through the thread that parses it, and adds the messages of its problems. */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ListReader } from '../../list-reader.ts';
import { addressBookSchema, fileProblemSchema, type ImportedLine } from './parse-address-book.ts';

/** A line that cannot be imported. */
export interface RefusedLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly problem: string;
}

interface AddressBook {
  readonly lines: readonly ImportedLine[];
  readonly refused: readonly RefusedLine[];
}

function translateError(thrown: unknown): unknown {
  if (!(thrown instanceof PaydeskError)) return thrown;
  const problem = fileProblemSchema.safeParse(thrown.details['message']);
  if (!problem.success) return thrown;
  const details = { ...thrown.details, message: t(`beneficiaries.file.${problem.data}`) };
  return new PaydeskError(thrown.code, thrown.message, { details, retryable: thrown.retryable });
}

/** Reads an address book. Throws `file-unreadable`, as {@link ListReader} does. */
export async function readAddressBook(
  readList: ListReader,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AddressBook> {
  const read = await readList('address-book', bytes).catch((thrown: unknown) => {
    throw translateError(thrown);
  });
  const { lines, refused } = addressBookSchema.parse(read);
  return {
    lines,
    refused: refused.map(({ line, problem }) => ({ line, problem: t(`beneficiaries.file.${problem}`) })),
  };
}
