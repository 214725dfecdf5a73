import { formatPercent, percentOf } from '../../shared/messages/index.ts';
import type { BarSegment } from './bar-segment.ts';
import { classNames } from './class-names.ts';

export interface SegmentedBarProps {
  /** What it shows, in words and numbers: a bar alone says nothing to a screen reader. */
  readonly label: string;
  readonly segments: readonly BarSegment[];
  readonly whole: number;
}

/** Which parts have something to show; what would be thinner than a pixel is kept visible by the style's minimum. */
function shown(segments: readonly BarSegment[]): readonly BarSegment[] {
  return segments.filter((part) => part.kind === 'rest' || part.amount > 0);
}

/** The large bar of a running batch: done, sent, running, waiting and, at its right end, what cannot move. */
export function SegmentedBar({ label, segments, whole }: SegmentedBarProps) {
  return (
    <div className="bar bar-lg" role="img" aria-label={label}>
      {shown(segments).map((part) =>
        part.kind === 'rest' ? (
          <i key="rest" className="rest" />
        ) : (
          <i
            key={part.kind}
            className={classNames('part', part.kind !== 'running' && part.kind)}
            style={{ width: `${whole > 0 ? (part.amount / whole) * 100 : 0}%` }}
          />
        ),
      )}
    </div>
  );
}

export interface ProgressBarProps {
  readonly label: string;
  readonly part: number;
  readonly whole: number;
  readonly tone?: 'ok' | 'warning' | 'danger';
}

/** A thin bar without words beside it. */
export function ProgressBar({ label, part, whole, tone }: ProgressBarProps) {
  const share = whole > 0 ? Math.min(100, (part / whole) * 100) : 0;
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(part, whole)}
    >
      <i className={classNames(tone)} style={{ width: `${share}%` }} />
    </div>
  );
}

/** A thin bar and its percentage, for a row of a list. */
export function Progress(props: ProgressBarProps) {
  return (
    <div className="prog">
      <ProgressBar {...props} />
      <span className="part" aria-hidden="true">
        {formatPercent(props.part, props.whole)}
      </span>
    </div>
  );
}
