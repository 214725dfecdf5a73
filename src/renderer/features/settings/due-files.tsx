/** @file The rows and columns of the list of stored files that are due for removal. */
import { formatPeriod } from '../../../shared/messages/format-period.ts';
import { formatCalendarDate, formatList, t } from '../../../shared/messages/index.ts';
import type { DueFile, RetainedKind } from '../../../shared/model/retention.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { Badge } from '../../components/messages/State.tsx';

const numbers = new Map<string, number>();

/** Returns a number for a file, stable while the window is open: lists identify rows by numbers. */
export function numberOfFile({ kind, id }: Pick<DueFile, 'kind' | 'id'>): number {
  const key = `${kind} ${id}`;
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return number;
}

function nameOf({ statement, reference }: DueFile): string {
  if (reference !== null) return reference;
  if (statement === null) return t('retention.noStatement');
  const wallet = String(statement.walletId);
  return statement.walletName === null
    ? t('retention.wallet', { wallet })
    : t('retention.walletNamed', { name: statement.walletName, wallet });
}

const periodOf = ({ statement }: DueFile) =>
  statement === null ? '' : formatPeriod(statement.since, statement.till);

export const createDueFileColumns = (): readonly Column<DueFile>[] => [
  {
    id: 'kind',
    label: t('retention.column.kind'),
    width: 124,
    cell: ({ kind }) => t(`retention.kind.${kind}`),
  },
  {
    id: 'name',
    label: t('retention.column.name'),
    width: { min: 140, share: 1 },
    cell: nameOf,
    title: nameOf,
  },
  {
    id: 'of',
    label: t('retention.column.of'),
    width: 140,
    face: 'dim',
    cell: periodOf,
    title: periodOf,
  },
  {
    id: 'storedOn',
    label: t('retention.column.storedOn'),
    width: 108,
    face: 'dim',
    cell: ({ storedOn }) => formatCalendarDate(storedOn),
  },
  {
    id: 'dueSince',
    label: t('retention.column.dueSince'),
    width: 168,
    cell: ({ isSignedOff, dueSince }) =>
      isSignedOff ? (
        <Badge icon="lock" tone="neutral">
          {t('retention.signedOff')}
        </Badge>
      ) : (
        formatCalendarDate(dueSince)
      ),
  },
];

const countedKinds: readonly (readonly [RetainedKind, 'statements' | 'proofs' | 'notes'])[] = [
  ['statement', 'statements'],
  ['proof', 'proofs'],
  ['notes', 'notes'],
];

/** Names the files by kind with their numbers: *2 statements and 9 proofs*. */
export function describeFiles(files: readonly DueFile[]): string {
  return formatList(
    countedKinds.flatMap(([kind, name]) => {
      const count = files.filter((file) => file.kind === kind).length;
      return count === 0 ? [] : [t(`retention.confirm.${name}`, { count })];
    }),
  );
}
