/** @file The columns of the list of documents, one set for each phase of a batch. */
import type { DocumentRow } from '../../../shared/contract/documents.ts';
import { formatBytes } from '../../../shared/messages/index.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import type { Phase } from './batch-numbers.ts';
import {
  BeneficiaryCell,
  FileCell,
  ProgressCell,
  placeAndName,
  progressTitle,
  StateCell,
} from './document-cells.tsx';

const words = documentsScreenWords.list;

function columnsFor(phase: Phase): readonly Column<DocumentRow>[] {
  return [
    {
      id: 'name',
      word: words.file,
      width: 'rest',
      sortable: true,
      cell: (row) => <FileCell row={row} />,
      title: placeAndName,
    },
    {
      id: 'beneficiary',
      word: words.beneficiary,
      width: 164,
      sortable: true,
      face: 'dim',
      cell: (row) => <BeneficiaryCell row={row} />,
      title: ({ beneficiary }) =>
        beneficiary === null ? '' : [beneficiary.label, beneficiary.recipientId ?? ''].join(' ').trim(),
    },
    {
      id: 'size',
      word: words.size,
      width: 84,
      align: 'right',
      sortable: true,
      face: 'dim',
      cell: ({ size }) => (size === null ? '' : formatBytes(size)),
    },
    {
      id: 'state',
      word: words.state,
      width: 158,
      sortable: true,
      cell: (row) => <StateCell row={row} phase={phase} />,
    },
    {
      id: 'progress',
      word: phase === 'preparing' ? words.reason : words.progress,
      width: 206,
      cell: (row) => <ProgressCell row={row} phase={phase} />,
      title: progressTitle,
    },
  ];
}

const columns: Readonly<Record<Phase, readonly Column<DocumentRow>[]>> = {
  preparing: columnsFor('preparing'),
  sending: columnsFor('sending'),
  over: columnsFor('over'),
};

/** The columns of a phase; the same array every time. */
export function documentColumns(phase: Phase): readonly Column<DocumentRow>[] {
  return columns[phase];
}
