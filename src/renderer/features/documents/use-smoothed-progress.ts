/** @file Smoothed progress of running batches, updated while the window is open. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { mirror } from '../../bridge.ts';
import { nextProgressOfAll, type SmoothedProgress } from './smoothed-progress.ts';

type ProgressByBatch = ReadonlyMap<number, SmoothedProgress>;

let followed: StoreApi<ProgressByBatch> | null = null;

function progressStore(): StoreApi<ProgressByBatch> {
  if (followed !== null) return followed;
  const store = createStore<ProgressByBatch>(() => new Map());
  const batches = mirror('batches');
  const follow = () => {
    const { value } = batches.getState();
    store.setState(nextProgressOfAll(store.getState(), value ?? [], performance.now()), true);
  };
  batches.subscribe(follow);
  follow();
  followed = store;
  return store;
}

/** The progress of a running batch; `undefined` for any other. */
export function useSmoothedProgress(batchId: number): SmoothedProgress | undefined {
  return useStore(progressStore(), (all) => all.get(batchId));
}

/** The progress of all running batches. */
export function useAllSmoothedProgress(): ProgressByBatch {
  return useStore(progressStore());
}
