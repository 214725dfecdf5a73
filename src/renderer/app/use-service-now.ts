/** @file The time of the service, by which links expire. */
import { useTopicPart } from '../bridge.ts';
import { useNow } from '../components/layout/clock-tick.ts';

/** The current time by the clock of the service, at most a minute old; by this computer's unless that clock is wrong. */
export function useServiceNow(): Date {
  const offsetMs = useTopicPart('clockOffset', (value) => value, 0);
  return new Date(useNow().getTime() + offsetMs);
}
