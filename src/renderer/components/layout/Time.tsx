import { formatTime, formatUtc, type TimeForm } from '../../../shared/messages/index.ts';
import { useNow } from './clock-tick.ts';

/** A moment in the clerk's time, with the exact UTC time on hover. `value` is ISO 8601 UTC; see {@link formatTime}. */
export function Time({ value, form = 'clock' }: { readonly value: string; readonly form?: TimeForm }) {
  const now = useNow();
  return (
    <time className="num" dateTime={value} title={formatUtc(value)}>
      {formatTime(value, form, now)}
    </time>
  );
}
