import { componentWords } from '../../shared/words/components.ts';
import { classNames } from './class-names.ts';

/** Widths in pixels that look like words without looking alike. */
const widths = [128, 120, 132, 96, 116, 104] as const;

/** A width for the placeholder at a place of a list, between `share` and all of its room. */
export function skeletonWidth(row: number, column: number): number {
  return widths[(row * 5 + column * 3) % widths.length] ?? 96;
}

/** A still placeholder for one piece of text. */
export function SkeletonLine({ width }: { readonly width: number }) {
  return <span className="bone" style={{ width }} />;
}

export interface SkeletonProps {
  readonly rows: number;
  /** Pieces of text in a row. */
  readonly pieces?: number;
  readonly roomy?: boolean;
}

/** Loading: rows of the final height with still placeholders. */
export function Skeleton({ rows, pieces = 3, roomy = false }: SkeletonProps) {
  return (
    <div className={classNames('bones', roomy && 'bones-roomy')} role="status">
      <span className="sr">{componentWords.loading}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div className="bones-row" key={row} aria-hidden="true">
          {Array.from({ length: pieces }, (_, piece) => piece).map((piece) => (
            <SkeletonLine key={piece} width={skeletonWidth(row, piece)} />
          ))}
        </div>
      ))}
    </div>
  );
}
