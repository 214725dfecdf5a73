/**
 * @file The columns of the two kinds of CSV lists: the address book, and the manifest of files with their
 * beneficiaries.
 */
import type { CsvForm } from './csv-reader.ts';

/** The address book: recipient IDs and labels. */
export const addressBookForm = {
  columns: { recipientid: 'recipientId', label: 'label', name: 'label' },
  requiredColumns: ['recipientId', 'label'],
} as const satisfies CsvForm<'recipientId' | 'label'>;

/** The manifest: files and the recipient IDs of their beneficiaries. */
export const manifestForm = {
  columns: {
    file: 'file',
    filename: 'file',
    path: 'file',
    document: 'file',
    recipientid: 'recipientId',
    recipient: 'recipientId',
  },
  requiredColumns: ['file', 'recipientId'],
} as const satisfies CsvForm<'file' | 'recipientId'>;
