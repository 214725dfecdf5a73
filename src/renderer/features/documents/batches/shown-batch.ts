/**
 * @file The batch that the screen shows: by default the newest open batch. A batch that ended while the window was
 * open stays until the clerk dismisses it, so that its result is not missed.
 */
import { create } from 'zustand';
import { type BatchSummary, isOpenBatch } from '../../../../shared/model/documents/batch.ts';
import { mirror } from '../../../bridge.ts';

/** The batches that were open in this window, and the batches that were dismissed. */
interface SeenBatches {
  /** Batches that were open while the window was open. */
  readonly open: ReadonlySet<number>;
  /** Batches whose result the clerk has dismissed. */
  readonly dismissed: ReadonlySet<number>;
}

type BatchState = Pick<BatchSummary, 'id' | 'state' | 'counts'>;

function newestId(batches: readonly BatchState[]): number | null {
  const ids = batches.map(({ id }) => id);
  return ids.length === 0 ? null : Math.max(...ids);
}

/** Returns whether a batch is open, or ended while the window was open and was not dismissed. */
export function isShown(batch: BatchState, seenBatches: SeenBatches): boolean {
  return isOpenBatch(batch) || (seenBatches.open.has(batch.id) && !seenBatches.dismissed.has(batch.id));
}

/** Returns the default batch; `null` for the empty state. */
export function findDefaultBatch(batches: readonly BatchState[], seenBatches: SeenBatches): number | null {
  const open = newestId(batches.filter(isOpenBatch));
  if (open !== null) return open;
  return newestId(batches.filter((batch) => isShown(batch, seenBatches)));
}

/** Updates the seen batches by a new value of the topic; returns the same object when nothing is new. */
export function withSeen(seenBatches: SeenBatches, batches: readonly BatchState[]): SeenBatches {
  const newBatches = batches.filter((batch) => isOpenBatch(batch) && !seenBatches.open.has(batch.id));
  if (newBatches.length === 0) return seenBatches;
  const ids = newBatches.map(({ id }) => id);
  return { ...seenBatches, open: new Set([...seenBatches.open, ...ids]) };
}

const noSeenBatches: SeenBatches = { open: new Set(), dismissed: new Set() };
const useStore = create<SeenBatches>(() => noSeenBatches);
let isFollowing = false;

function followBatches(): void {
  if (isFollowing) return;
  isFollowing = true;
  const batches = mirror('batches');
  const update = () => useStore.setState(withSeen(useStore.getState(), batches.getState().value ?? []), true);
  batches.subscribe(update);
  update();
}

export function useSeenBatches(): SeenBatches {
  followBatches();
  return useStore();
}

/** Dismisses the result of a batch: it is no longer shown by default, unless it is open. */
export function dismissBatch(batchId: number): void {
  const seenBatches = useStore.getState();
  useStore.setState({ ...seenBatches, dismissed: new Set([...seenBatches.dismissed, batchId]) }, true);
}
