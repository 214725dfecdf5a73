/** A part of a segmented bar. `rest` is what still waits; what comes after it stands at the right end. */
export interface BarSegment {
  readonly kind: 'ok' | 'sent' | 'running' | 'rest' | 'warning' | 'danger';
  /** Amount in the unit of the whole; not used for `rest`. */
  readonly amount: number;
}
