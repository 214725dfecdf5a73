/** @file The columns of the list of documents, one set for each phase of a batch. */
import type { DocumentRow } from '../../../../shared/contract/documents.ts';
import { formatBytes, t } from '../../../../shared/messages/index.ts';
import type { Column } from '../../../components/data-grid/columns.ts';
import type { Phase } from '../batches/batch-numbers.ts';
import {
  BeneficiaryCell,
  FileCell,
  folderAndName,
  ProgressCell,
  progressTitle,
  StateCell,
} from './document-cells.tsx';

function columnsFor(phase: Phase): readonly Column<DocumentRow>[] {
  return [
    {
      id: 'name',
      label: t('documentsScreen.list.file'),
      width: { min: 160, share: 2 },
      sortable: true,
      cell: (row) => <FileCell row={row} />,
      title: folderAndName,
    },
    {
      id: 'beneficiary',
      label: t('documentsScreen.list.beneficiary'),
      width: { min: 164, share: 1 },
      sortable: true,
      face: 'dim',
      cell: (row) => <BeneficiaryCell row={row} />,
      title: ({ beneficiary }) =>
        beneficiary === null ? '' : [beneficiary.label, beneficiary.recipientId ?? ''].join(' ').trim(),
    },
    {
      id: 'size',
      label: t('documentsScreen.list.size'),
      width: 84,
      align: 'right',
      sortable: true,
      face: 'dim',
      cell: ({ size }) => (size === null ? '' : formatBytes(size)),
    },
    {
      id: 'state',
      label: t('documentsScreen.earlier.state'),
      width: 158,
      sortable: true,
      cell: (row) => <StateCell row={row} phase={phase} />,
    },
    {
      id: 'progress',
      label: phase === 'preparing' ? t('documentsScreen.list.reason') : t('documentsScreen.list.progress'),
      width: { min: 206, share: 1 },
      cell: (row) => <ProgressCell row={row} phase={phase} />,
      title: progressTitle,
    },
  ];
}

const columns = new Map<Phase, readonly Column<DocumentRow>[]>();

/** The columns of a phase; a stable array. */
export function documentColumns(phase: Phase): readonly Column<DocumentRow>[] {
  const cachedColumns = columns.get(phase);
  if (cachedColumns !== undefined) return cachedColumns;
  const newColumns = columnsFor(phase);
  columns.set(phase, newColumns);
  return newColumns;
}
