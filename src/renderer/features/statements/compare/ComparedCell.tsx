import { t } from '../../../../shared/messages/index.ts';
import type { ComparedRow } from '../../../../shared/model/statements/comparison.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import styles from './Compare.module.css';

/** Returns the relation of a cell to the same cell of the other file. */
function relationOf({ changed, notation }: ComparedRow, index: number): 'changed' | 'notation' | null {
  if (changed.includes(index)) return 'changed';
  return notation.includes(index) ? 'notation' : null;
}

/** Returns the texts of a cell for its tooltip. */
export function comparedCellTitle(row: ComparedRow, index: number): string {
  const earlier = row.earlier?.cells[index] ?? '';
  const later = row.later?.cells[index] ?? '';
  if (relationOf(row, index) === null) return row.later === null ? earlier : later;
  return `${t('statementCompare.earlier')}: ${earlier}\n${t('statementCompare.later')}: ${later}`;
}

/** A cell: one text, or the texts of both files one above the other where they differ. */
export function ComparedCell({ row, index }: { readonly row: ComparedRow; readonly index: number }) {
  const relation = relationOf(row, index);
  const { earlier, later } = row;
  if (relation === null || earlier === null || later === null) {
    return <span className="cut">{(later ?? earlier)?.cells[index] ?? ''}</span>;
  }
  return (
    <span className={styles.pair} data-relation={relation}>
      <span className={styles.sideText}>
        <Icon name={relation === 'changed' ? 'minus' : 'info'} size="xs" />
        <span className="sr">{`${t(`statementCompare.cell.${relation}`)}, ${t('statementCompare.earlier')}: `}</span>
        <span className="cut">{earlier.cells[index]}</span>
      </span>
      <span className={styles.sideText}>
        <Icon name={relation === 'changed' ? 'plus' : 'info'} size="xs" />
        <span className="sr">{`, ${t('statementCompare.later')}: `}</span>
        <span className="cut">{later.cells[index]}</span>
      </span>
    </span>
  );
}
