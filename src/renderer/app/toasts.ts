/**
 * @file Toasts: the answer on the screen to every act of the clerk that is finished and shows nowhere else. A toast goes
 * by itself; the tray keeps the last ones of this run. Failures are no toasts: they stay where they belong.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedFile } from '../../shared/model/saved-file.ts';
import { toastWords } from '../../shared/words/toasts.ts';

/** An exact inverse of an act. */
export interface Undo {
  /**
   * Acts of one scope, such as a batch, are undone in the reverse order only: the inverse of one is exact as long as no
   * later one stands.
   */
  readonly scope: string;
  /** What kind of act it was, for whoever undoes it by another way. */
  readonly kind?: string;
  /** Resolves with what was undone, in a sentence. Rejects when main does. */
  readonly run: () => Promise<string>;
}

/** What an act answers. */
export interface ToastRequest {
  /** What was done: *Saved nordvik.csv*. */
  readonly sentence: string;
  /** What it means, when that is not plain. */
  readonly detail?: string;
  /** The file or folder that was written. */
  readonly file?: SavedFile;
  readonly undo?: Undo;
}

/** A finished act. */
export interface Toast extends Omit<ToastRequest, 'undo'> {
  readonly id: number;
  /** How many times in a row the same was done. */
  readonly count: number;
  /** Milliseconds since 1970: when it was done last. */
  readonly at: number;
  /** Undone, or being undone, is `null`. */
  readonly undo: Undo | null;
  /** The profile in view when it was done; `null` for none. */
  readonly profileId: string | null;
}

/** Time, as toasts need it. */
export interface ToastClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `action` once after `milliseconds`, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}

/** What the window shows. */
export interface ToastState {
  /** On the screen, the newest first. */
  readonly shown: readonly Toast[];
  /** Of the profile in view, the newest first, those on the screen among them. */
  readonly recent: readonly Toast[];
}

/** Why time stands still for toasts. */
export type PauseCause = 'attended' | 'hidden';

/** The toasts of a window. */
export interface Toasts {
  readonly state: StoreApi<ToastState>;
  readonly show: (request: ToastRequest) => void;
  readonly dismiss: (id: number) => void;
  /** Takes the oldest off the screen where there is no place for several; the last one stays. */
  readonly dismissOldest: () => void;
  readonly pause: (cause: PauseCause) => void;
  readonly resume: (cause: PauseCause) => void;
  /** Undoes an act and says what was undone. Rejects with what the inverse threw; it can be tried again then. */
  readonly undo: (id: number) => Promise<void>;
  /** The act that Ctrl+Z undoes now: the newest that can be undone. */
  readonly undoable: () => Toast | null;
  /** The acts of a scope cannot be undone any more. */
  readonly withdrawUndo: (scope: string) => void;
  /** The newest act of a scope that can be undone. */
  readonly newestOf: (scope: string) => Toast | null;
  /** Another profile is in view. */
  readonly showProfile: (profileId: string | null) => void;
}

/** Milliseconds that a toast is shown while nobody attends to it. */
export const toastDurationMs = 8_000;
/** The most toasts on the screen. */
export const maxShown = 3;
/** The most acts that the tray lists. */
export const maxRecent = 8;
const maxRemembered = 100;

interface Shown {
  readonly id: number;
  remainingMs: number;
  startedAt: number;
  cancel: (() => void) | null;
}

/** True when an act has an undo, and no later act of its scope stands before it. */
function isNextToUndo(toasts: readonly Toast[], { id, undo }: Toast): boolean {
  if (undo === null) return false;
  return !toasts.some((other) => other.id > id && other.undo?.scope === undo.scope);
}

/** Creates the toasts of a window, none yet. */
export function createToasts(clock: ToastClock): Toasts {
  let remembered: readonly Toast[] = [];
  let shown: readonly Shown[] = [];
  let profileId: string | null = null;
  let lastId = 0;
  const pauses = new Set<PauseCause>();
  const state = createStore<ToastState>(() => ({ shown: [], recent: [] }));

  function publish(): void {
    const offered = remembered
      .filter((toast) => toast.profileId === profileId)
      .map((toast) => (isNextToUndo(remembered, toast) ? toast : { ...toast, undo: null }));
    state.setState({
      shown: offered.filter(({ id }) => shown.some((one) => one.id === id)),
      recent: offered.slice(0, maxRecent),
    });
  }

  function start(one: Shown): void {
    if (pauses.size > 0 || one.cancel !== null) return;
    one.startedAt = clock.now();
    one.cancel = clock.after(one.remainingMs, () => dismiss(one.id));
  }

  function stop(one: Shown): void {
    if (one.cancel === null) return;
    one.cancel();
    one.cancel = null;
    one.remainingMs = Math.max(0, one.remainingMs - (clock.now() - one.startedAt));
  }

  function remove(ids: readonly number[]): void {
    for (const one of shown) if (ids.includes(one.id)) stop(one);
    shown = shown.filter((one) => !ids.includes(one.id));
    // What is gone is no longer hovered or focused, and nobody says so.
    if (shown.length === 0) pauses.delete('attended');
  }

  function addToShown(id: number): void {
    remove([id]);
    const one: Shown = { id, remainingMs: toastDurationMs, startedAt: 0, cancel: null };
    shown = [one, ...shown];
    remove(shown.slice(maxShown).map((other) => other.id));
    start(one);
  }

  function change(id: number, changes: Partial<Toast>): void {
    remembered = remembered.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast));
  }

  /** The newest toast on the screen that says the same of the same file, and has nothing to undo. */
  function sameAs({ sentence, detail, file, undo }: ToastRequest): Toast | undefined {
    if (undo !== undefined) return undefined;
    return remembered.find(
      (toast) =>
        toast.sentence === sentence &&
        toast.detail === detail &&
        toast.file?.path === file?.path &&
        toast.undo === null &&
        toast.profileId === profileId &&
        shown.some((one) => one.id === toast.id),
    );
  }

  function show(request: ToastRequest): void {
    const at = clock.now();
    const same = sameAs(request);
    if (same !== undefined) {
      const { file } = request;
      change(same.id, { count: same.count + 1, at, ...(file === undefined ? {} : { file }) });
      addToShown(same.id);
    } else {
      lastId += 1;
      const toast: Toast = { ...request, undo: request.undo ?? null, id: lastId, count: 1, at, profileId };
      remembered = [toast, ...remembered].slice(0, maxRemembered);
      addToShown(lastId);
    }
    publish();
  }

  function dismiss(id: number): void {
    remove([id]);
    publish();
  }

  const undoableNow = () =>
    remembered.find((toast) => toast.profileId === profileId && isNextToUndo(remembered, toast)) ?? null;

  return {
    state,
    show,
    dismiss,
    dismissOldest() {
      const oldest = shown.at(-1);
      if (oldest !== undefined && shown.length > 1) dismiss(oldest.id);
    },
    pause(cause) {
      pauses.add(cause);
      for (const one of shown) stop(one);
    },
    resume(cause) {
      pauses.delete(cause);
      for (const one of shown) start(one);
    },
    async undo(id) {
      const toast = remembered.find((one) => one.id === id);
      const undo = toast?.undo ?? null;
      if (toast === undefined || undo === null || !isNextToUndo(remembered, toast)) return;
      change(id, { undo: null });
      publish();
      try {
        const sentence = await undo.run();
        remove([id]);
        show({ sentence });
      } catch (thrown) {
        change(id, { undo });
        publish();
        throw thrown;
      }
    },
    undoable: undoableNow,
    withdrawUndo(scope) {
      remembered = remembered.map((toast) =>
        toast.undo?.scope === scope ? { ...toast, undo: null } : toast,
      );
      publish();
    },
    newestOf: (scope) => remembered.find((toast) => toast.undo?.scope === scope) ?? null,
    showProfile(now) {
      if (now === profileId) return;
      profileId = now;
      remove(shown.map(({ id }) => id));
      publish();
    },
  };
}

/** The toasts of this window. */
export const toasts = createToasts({
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = window.setTimeout(action, milliseconds);
    return () => window.clearTimeout(timer);
  },
});

/** Answers a finished act on the screen, to screen readers and in the tray. */
export const toast = toasts.show;

/** Answers that a file or folder was written; nothing when the clerk closed the dialog. */
export function toastSaved(
  file: SavedFile | null,
  more: Partial<Pick<ToastRequest, 'sentence' | 'detail'>> = {},
): void {
  if (file !== null) toast({ sentence: toastWords.saved(file.path), file, ...more });
}

/** Answers that a text was copied; nothing when it was not allowed. */
export function toastCopied(copied: boolean): void {
  if (copied) toast({ sentence: toastWords.copied });
}

/** What is on the screen, the newest first. */
export function useToasts(): readonly Toast[] {
  return useStore(toasts.state, (state) => state.shown);
}

/** The last finished acts, the newest first. */
export function useRecentToasts(): readonly Toast[] {
  return useStore(toasts.state, (state) => state.recent);
}
