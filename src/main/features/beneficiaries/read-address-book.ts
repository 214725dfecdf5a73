/** @file Reads an address book in the thread that parses lists, and translates the problems of its lines. */
import { t } from '../../../shared/messages/index.ts';
import type { ListReader } from '../../list-reader.ts';
import { addressBookSchema, type ImportedLine } from './parse-address-book.ts';

/** A line that cannot be imported. */
interface RefusedLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly problem: string;
}

interface AddressBook {
  readonly lines: readonly ImportedLine[];
  readonly refused: readonly RefusedLine[];
}

/** Reads an address book. Throws `file-unreadable`, as {@link ListReader} does. */
export async function readAddressBook(
  readList: ListReader,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AddressBook> {
  const { lines, refused } = addressBookSchema.parse(await readList('address-book', bytes));
  return {
    lines,
    refused: refused.map(({ line, problem }) => ({ line, problem: t(`beneficiaries.file.${problem}`) })),
  };
}
