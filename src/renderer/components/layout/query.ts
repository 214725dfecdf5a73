/**
 * @file A query to main: its parts are loaded when they are missing, and again when they are outdated. A part is the
 * single result, or a page of a list. Loaded parts stay until newer ones replace them, so that nothing flickers.
 */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';

type LoadPart<Part> = (index: number) => Promise<Part>;

/** Calls that may run at once, shared by the successive queries of a component. */
export interface CallSlots {
  readonly max: number;
  running: number;
  /** Continues the current query when a call has ended. */
  onFree: () => void;
}

export function createCallSlots(max: number): CallSlots {
  return { max, running: 0, onFree: () => {} };
}

/** One query under one key. `Load` is the function that loads its parts. */
export interface Query<Part, Load = LoadPart<Part>> {
  readonly part: (index: number) => Part | undefined;
  /** The result of the call that started last, among those that have ended; `null` before the first one. */
  readonly newest: () => Part | null;
  /** The error of the last call; cleared by {@link Query.retry} and by the next revision. */
  readonly error: () => PaydeskError | null;
  /** True when there is a result or an error. */
  readonly hasResponded: () => boolean;
  /** Replaces the function that loads parts, for the next calls. */
  readonly setLoad: (load: Load) => void;
  /** Loads wanted parts that are missing or outdated. All parts are outdated after another revision. */
  readonly start: (revision?: number) => void;
  /** Loads the wanted parts again, also without an error. */
  readonly retry: () => void;
  /** Calls `listener` after every change; returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Increases with every change. */
  readonly version: () => number;
}

interface QueryDeps<Part> {
  readonly load: LoadPart<Part>;
  /** The parts that are needed now, the most important one first. */
  readonly wantedParts: () => readonly number[];
  readonly slots: CallSlots;
  readonly revision: number;
}

/** Number of parts that are kept, nearest to the wanted parts. */
const maxParts = 60;

export function createQuery<Part>({ wantedParts, slots, ...deps }: QueryDeps<Part>): Query<Part> {
  const parts = new Map<number, { readonly value: Part; readonly epoch: number }>();
  const loadingParts = new Set<number>();
  const listeners = new Set<() => void>();
  let newest: { readonly value: Part; readonly callNumber: number } | null = null;
  let callCount = 0;
  let { load, revision } = deps;
  /** Increases when loaded parts become outdated. */
  let epoch = 0;
  let version = 0;
  let error: PaydeskError | null = null;

  function notifyListeners(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function findPartToLoad(): number | undefined {
    const idle = wantedParts().filter((index) => !loadingParts.has(index));
    return idle.find((index) => !parts.has(index)) ?? idle.find((index) => parts.get(index)?.epoch !== epoch);
  }

  function continueLoading(): void {
    while (error === null && slots.running < slots.max) {
      const index = findPartToLoad();
      if (index === undefined) return;
      void loadPart(index);
    }
  }

  async function loadPart(index: number): Promise<void> {
    loadingParts.add(index);
    slots.running += 1;
    callCount += 1;
    const callNumber = callCount;
    const callEpoch = epoch;
    try {
      const value = await load(index);
      if (newest === null || callNumber > newest.callNumber) newest = { value, callNumber };
      parts.set(index, { value, epoch: callEpoch });
      evictDistantParts();
    } catch (thrown) {
      error = toPaydeskError(thrown);
    } finally {
      loadingParts.delete(index);
      slots.running -= 1;
      notifyListeners();
      slots.onFree();
    }
  }

  function evictDistantParts(): void {
    const center = wantedParts()[0] ?? 0;
    const byDistance = [...parts.keys()].sort((a, b) => Math.abs(a - center) - Math.abs(b - center));
    for (const index of byDistance.slice(maxParts)) parts.delete(index);
  }

  function start(currentRevision = revision): void {
    if (currentRevision !== revision) {
      revision = currentRevision;
      epoch += 1;
      error = null;
    }
    slots.onFree = continueLoading;
    continueLoading();
  }

  return {
    part: (index) => parts.get(index)?.value,
    newest: () => newest?.value ?? null,
    error: () => error,
    hasResponded: () => newest !== null || error !== null,
    setLoad(nextLoad) {
      load = nextLoad;
    },
    start,
    retry() {
      epoch += 1;
      error = null;
      notifyListeners();
      start();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
