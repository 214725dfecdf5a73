/** @file Smoothed progress of running batches, updated while the window is open. */
import { createStore, type StoreApi, useStore } from 'zustand';
import { mirror } from '../../../bridge.ts';
import { nextProgressOfAll, type SmoothedProgress } from './smoothed-progress.ts';

type ProgressByBatch = ReadonlyMap<number, SmoothedProgress>;

let sharedStore: StoreApi<ProgressByBatch> | null = null;

function progressStore(): StoreApi<ProgressByBatch> {
  if (sharedStore !== null) return sharedStore;
  const store = createStore<ProgressByBatch>(() => new Map());
  const batches = mirror('batches');
  const update = () => {
    const { value } = batches.getState();
    store.setState(nextProgressOfAll(store.getState(), value ?? [], performance.now()), true);
  };
  batches.subscribe(update);
  update();
  sharedStore = store;
  return store;
}

/** Returns the progress of a running batch; `undefined` while the batch does not run. */
export function useSmoothedProgress(batchId: number): SmoothedProgress | undefined {
  return useStore(progressStore(), (all) => all.get(batchId));
}

export function useAllSmoothedProgress(): ProgressByBatch {
  return useStore(progressStore());
}
