/**
 * @file Toasts: confirmations of finished actions that are visible nowhere else. A toast disappears after a
 * while; the tray lists the last ones of this run. Errors are never toasts: they are shown where they occurred.
 */

import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { baseNameOf } from '../../shared/base-name.ts';
import { t } from '../../shared/messages/index.ts';
import type { SavedFile } from '../../shared/model/saved-file.ts';

/** The exact inverse of an action. */
export interface Undo {
  /**
   * Actions of one scope, such as a batch, are undone in reverse order only: an inverse is exact only while no
   * later action is in effect.
   */
  readonly scope: string;
  /** The kind of the action, for undoing it in another way. */
  readonly kind?: string;
  /** Resolves with a sentence about what was undone. Rejects with main's error. */
  readonly run: () => Promise<string>;
}

/** The content of a toast. */
export interface ToastRequest {
  /** The finished action: *Saved nordvik.csv*. */
  readonly sentence: string;
  /** An explanation, where needed. */
  readonly detail?: string;
  /** The file or folder that was written. */
  readonly file?: SavedFile;
  readonly undo?: Undo;
}

/** A finished action. */
export interface Toast extends Omit<ToastRequest, 'undo'> {
  readonly id: number;
  /** Number of equal actions in a row. */
  readonly count: number;
  /** When the last of them was done, in milliseconds since 1970. */
  readonly at: number;
  /** `null` without an inverse, and while or after it ran. */
  readonly undo: Undo | null;
  /** The profile that was active at the time; `null` for none. */
  readonly profileId: string | null;
}

/** The clock and timers of toasts. */
export interface ToastClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `action` once after `milliseconds`, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}

/** The visible and the recent toasts. */
export interface ToastState {
  /** The visible toasts, newest first. */
  readonly shown: readonly Toast[];
  /** The recent toasts of the active profile, newest first, including the visible ones. */
  readonly recent: readonly Toast[];
}

/** The reasons for which the timers of toasts pause. */
export type PauseCause = 'attended' | 'hidden';

/** The toasts of a window. */
export interface Toasts {
  readonly state: StoreApi<ToastState>;
  readonly show: (request: ToastRequest) => void;
  readonly dismiss: (id: number) => void;
  /** Removes the oldest toast where several do not fit; the last one stays. */
  readonly dismissOldest: () => void;
  readonly pause: (cause: PauseCause) => void;
  readonly resume: (cause: PauseCause) => void;
  /** Undoes an action and announces the result. Rejects with the error of the inverse; it can be tried again. */
  readonly undo: (id: number) => Promise<void>;
  /** The action that Ctrl+Z undoes: the newest one with an inverse. */
  readonly undoable: () => Toast | null;
  /** Removes the undo of all actions of a scope. */
  readonly withdrawUndo: (scope: string) => void;
  /** Switches to the toasts of another profile. */
  readonly newestOf: (scope: string) => Toast | null;
  /** Switches to the toasts of another profile. */
  readonly showProfile: (profileId: string | null) => void;
}

/** Milliseconds that a toast is shown while it is neither hovered nor focused. */
export const toastDurationMs = 8_000;
/** Maximum number of visible toasts. */
export const maxShown = 3;
/** Maximum number of actions in the tray. */
export const maxRecent = 8;
const maxRemembered = 100;

interface Shown {
  readonly id: number;
  remainingMs: number;
  startedAt: number;
  cancel: (() => void) | null;
}

/** True when an action has an inverse and no later action of its scope is in effect. */
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
    // A removed toast sends no event that ends its hover or focus.
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

  /** The newest visible toast with the same text and file and without an inverse. */
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

/** Shows a finished action as a toast, announces it and lists it in the tray. */
export const toast = toasts.show;

/** Shows that a file or folder was written; does nothing when the clerk closed the dialog. */
export function toastSaved(
  file: SavedFile | null,
  more: Partial<Pick<ToastRequest, 'sentence' | 'detail'>> = {},
): void {
  if (file !== null) toast({ sentence: t('toasts.saved', { name: baseNameOf(file.path) }), file, ...more });
}

/** Shows that a text was copied; does nothing when copying was not allowed. */
export function toastCopied(copied: boolean): void {
  if (copied) toast({ sentence: t('toasts.copied') });
}

/** The visible toasts, the newest first. */
export function useToasts(): readonly Toast[] {
  return useStore(toasts.state, (state) => state.shown);
}

/** The last finished actions, the newest first. */
export function useRecentToasts(): readonly Toast[] {
  return useStore(toasts.state, (state) => state.recent);
}
