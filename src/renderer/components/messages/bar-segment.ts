/** A segment of a progress bar. `rest` is the remaining work; segments after `rest` are aligned to the right end. */
export interface BarSegment {
  readonly kind: 'ok' | 'ready' | 'sent' | 'running' | 'rest' | 'warning' | 'danger';
  /** Amount in the unit of the whole; not used for `rest`. */
  readonly amount: number;
}
