/** @file The columns by which CSV files are known as lists: beneficiaries with their labels, and files with theirs. */
import { manifestFileWords } from '../shared/words/documents-mapping.ts';
import type { CsvForm } from './csv-reader.ts';

/** A list of beneficiaries for the address book. */
export const addressBookForm = {
  columns: { recipientid: 'recipientId', label: 'label', name: 'label' },
  required: ['recipientId', 'label'],
  words: { columnsMissing: 'columnsMissing', notCsv: 'notCsv' },
} as const satisfies CsvForm<'recipientId' | 'label'>;

/** A list that says which file goes to which beneficiary. */
export const manifestForm = {
  columns: {
    file: 'file',
    filename: 'file',
    path: 'file',
    document: 'file',
    recipientid: 'recipientId',
    recipient: 'recipientId',
  },
  required: ['file', 'recipientId'],
  words: manifestFileWords,
} as const satisfies CsvForm<'file' | 'recipientId'>;
