import { t } from '../../../shared/messages/index.ts';
import { classNames } from '../layout/class-names.ts';
import styles from './Skeleton.module.css';

/** Varied widths in pixels, similar to those of words. */
const widths = [128, 120, 132, 96, 116, 104] as const;

/** The width of the placeholder at a row and column, in pixels; the factors vary it between neighbours. */
export function skeletonWidth(row: number, column: number): number {
  return widths[(row * 5 + column * 3) % widths.length] ?? 96;
}

/** A still placeholder for one piece of text. */
export function SkeletonLine({ width }: { readonly width: number }) {
  return <span className={styles.skeletonLine} style={{ width }} />;
}

interface SkeletonProps {
  readonly rows: number;
  /** Placeholders per row. */
  readonly pieces?: number;
  readonly roomy?: boolean;
}

/** Loading: rows of the final height with still placeholders. */
export function Skeleton({ rows, pieces = 3, roomy = false }: SkeletonProps) {
  return (
    <div className={classNames('grid', roomy && styles.roomy)} role="status">
      <span className="sr">{t('components.loading')}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div className={styles.row} key={row} aria-hidden="true">
          {Array.from({ length: pieces }, (_, piece) => piece).map((piece) => (
            <SkeletonLine key={piece} width={skeletonWidth(row, piece)} />
          ))}
        </div>
      ))}
    </div>
  );
}
