/** @file Smoothed progress of running batches, updated while the window is open. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { mirror } from '../../bridge.ts';
import { nextPaces, type Pace } from './pace.ts';

type Paces = ReadonlyMap<number, Pace>;

let followed: StoreApi<Paces> | null = null;

function paces(): StoreApi<Paces> {
  if (followed !== null) return followed;
  const store = createStore<Paces>(() => new Map());
  const batches = mirror('batches');
  const follow = () => {
    const { value } = batches.getState();
    store.setState(nextPaces(store.getState(), value ?? [], performance.now()), true);
  };
  batches.subscribe(follow);
  follow();
  followed = store;
  return store;
}

/** The pace of a running batch; `undefined` for any other. */
export function usePace(batchId: number): Pace | undefined {
  return useStore(paces(), (all) => all.get(batchId));
}

/** The paces of all running batches. */
export function usePaces(): Paces {
  return useStore(paces());
}
