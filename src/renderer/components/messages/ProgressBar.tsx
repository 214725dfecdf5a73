import { formatPercent, percentOf } from '../../../shared/messages/index.ts';
import { classNames } from '../layout/class-names.ts';
import type { BarSegment } from './bar-segment.ts';
import styles from './ProgressBar.module.css';

interface SegmentedBarProps {
  /** The progress in text and numbers: a bar alone tells a screen reader nothing. */
  readonly label: string;
  readonly segments: readonly BarSegment[];
  readonly total: number;
}

/** The segments with an amount; the style's minimum keeps those thinner than a pixel visible. */
function visibleSegments(segments: readonly BarSegment[]): readonly BarSegment[] {
  return segments.filter((segment) => segment.kind === 'rest' || segment.amount > 0);
}

/** The large bar of a running batch: done, sent, running, waiting and, at its right end, what cannot move. */
export function SegmentedBar({ label, segments, total }: SegmentedBarProps) {
  return (
    <div className={classNames(styles.bar, styles.large)} data-part="progress" role="img" aria-label={label}>
      {visibleSegments(segments).map((segment) =>
        segment.kind === 'rest' ? (
          <i key="rest" data-kind="rest" />
        ) : (
          <i
            key={segment.kind}
            className={styles.part}
            data-kind={segment.kind}
            style={{ width: `${total > 0 ? (segment.amount / total) * 100 : 0}%` }}
          />
        ),
      )}
    </div>
  );
}

interface ProgressBarProps {
  readonly label: string;
  readonly part: number;
  readonly total: number;
}

/** A thin bar without text beside it. */
export function ProgressBar({ label, part: segment, total }: ProgressBarProps) {
  const share = total > 0 ? Math.min(1, segment / total) : 0;
  return (
    <div
      className={styles.bar}
      data-part="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(segment, total)}
    >
      <i className={styles.fill} style={{ scale: `${share} 1` }} />
    </div>
  );
}

/** A thin bar and its percentage, for a row of a list. */
export function Progress(props: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      <ProgressBar {...props} />
      <span className={styles.part} aria-hidden="true">
        {formatPercent(props.part, props.total)}
      </span>
    </div>
  );
}
