/**
 * @file Which batch the screen shows. Without a choice it is the newest one that is not over; a batch that ended
 * before the clerk's eyes stays until it is put away, so that its result is not missed.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { mirror } from '../../bridge.ts';
import { phaseOf } from './batch-numbers.ts';

/** What the window remembers of batches. */
export interface Seen {
  /** Batches that were not over at some time while the window was open. */
  readonly live: ReadonlySet<number>;
  /** Batches whose end the clerk has put away. */
  readonly putAway: ReadonlySet<number>;
}

type Known = Pick<BatchSummary, 'id' | 'state'>;

function newest(batches: readonly Known[]): number | null {
  const ids = batches.map(({ id }) => id);
  return ids.length === 0 ? null : Math.max(...ids);
}

/** The batch to show when the clerk has chosen none; `null` when there is nothing to show but an empty place. */
export function batchToShow(batches: readonly Known[], seen: Seen): number | null {
  const live = newest(batches.filter(({ state }) => phaseOf(state) !== 'over'));
  if (live !== null) return live;
  return newest(batches.filter(({ id }) => seen.live.has(id) && !seen.putAway.has(id)));
}

/** What is remembered after a new value of the topic; the same object when nothing is new. */
export function withSeen(seen: Seen, batches: readonly Known[]): Seen {
  const fresh = batches.filter(({ id, state }) => phaseOf(state) !== 'over' && !seen.live.has(id));
  if (fresh.length === 0) return seen;
  const ids = fresh.map(({ id }) => id);
  return { ...seen, live: new Set([...seen.live, ...ids]) };
}

const nothing: Seen = { live: new Set(), putAway: new Set() };
const store = createStore<Seen>(() => nothing);
let following = false;

function follow(): void {
  if (following) return;
  following = true;
  const batches = mirror('batches');
  const look = () => store.setState(withSeen(store.getState(), batches.getState().value ?? []), true);
  batches.subscribe(look);
  look();
}

/** What the window remembers of batches. */
export function useSeen(): Seen {
  follow();
  return useStore(store);
}

/** The end of a batch was taken note of: it is no longer shown by itself. */
export function putAway(batchId: number): void {
  const seen = store.getState();
  store.setState({ ...seen, putAway: new Set([...seen.putAway, batchId]) }, true);
}
