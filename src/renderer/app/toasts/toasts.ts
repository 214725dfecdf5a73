/**
 * @file Toasts: confirmations of finished actions that are visible nowhere else. A toast disappears after some
 * seconds; the tray lists the recent toasts. Errors are never toasts: they are shown where they occurred.
 */

import { createStore, type StoreApi, useStore } from 'zustand';
import { baseNameOf } from '../../../shared/base-name.ts';
import { t } from '../../../shared/messages/index.ts';
import type { SavedFile } from '../../../shared/model/saved-file.ts';

/** The exact inverse of an action. */
interface Undo {
  /**
   * Actions of one scope, such as a batch, are undone in reverse order only: the inverse of an action is exact only
   * while no later action of the scope is in effect.
   */
  readonly scope: string;
  /** The kind of the action, for a screen that undoes the newest action of that kind itself. */
  readonly kind?: string;
  /** Resolves with a sentence about what was undone. Rejects with main's error. */
  readonly run: () => Promise<string>;
}

interface ToastRequest {
  /** The finished action: *Saved nordvik.csv*. */
  readonly sentence: string;
  /** An explanation, where needed. */
  readonly detail?: string;
  /** The file or folder that was written. */
  readonly file?: SavedFile;
  readonly undo?: Undo;
}

export interface Toast extends Omit<ToastRequest, 'undo'> {
  readonly id: number;
  /** Number of equal actions in a row. */
  readonly count: number;
  /** When the last of the equal actions was done, in milliseconds since 1970. */
  readonly doneAtMs: number;
  /** `null` when the action has no inverse, and while or after the inverse ran. */
  readonly undo: Undo | null;
  /** The profile that was active when the action was done; `null` for none. */
  readonly profileId: string | null;
}

export interface ToastClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `action` once after `milliseconds`, unless the returned function is called first. */
  setTimer(milliseconds: number, action: () => void): () => void;
}

interface ToastState {
  /** The visible toasts, newest first. */
  readonly shown: readonly Toast[];
  /** The recent toasts of the active profile, newest first, including the visible ones. */
  readonly recent: readonly Toast[];
}

/** Why the timers of toasts pause: toasts are hovered or focused (`attended`), or the window is hidden. */
type PauseCause = 'attended' | 'hidden';

interface Toasts {
  readonly state: StoreApi<ToastState>;
  readonly show: (request: ToastRequest) => void;
  readonly dismiss: (id: number) => void;
  readonly pause: (cause: PauseCause) => void;
  readonly resume: (cause: PauseCause) => void;
  /** Undoes an action and announces the result. Rejects with the error of the inverse, which can be run again. */
  readonly undo: (id: number) => Promise<void>;
  /** The action that Ctrl+Z undoes: the newest action with an inverse. */
  readonly findUndoable: () => Toast | null;
  readonly withdrawUndo: (scope: string) => void;
  /** The newest action of a scope that has an inverse; `null` for none. */
  readonly findNewest: (scope: string) => Toast | null;
  readonly showProfile: (profileId: string | null) => void;
}

/** Milliseconds that a toast is shown while it is neither hovered nor focused. */
export const toastDurationMs = 8_000;
/** Maximum number of actions in the tray. */
export const maxRecent = 8;
const maxToasts = 100;

interface ToastTimer {
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

export function createToasts(clock: ToastClock): Toasts {
  let allToasts: readonly Toast[] = [];
  let timers: readonly ToastTimer[] = [];
  let profileId: string | null = null;
  let lastId = 0;
  const pauses = new Set<PauseCause>();
  const state = createStore<ToastState>(() => ({ shown: [], recent: [] }));

  function publish(): void {
    const profileToasts = allToasts
      .filter((toast) => toast.profileId === profileId)
      .map((toast) => (isNextToUndo(allToasts, toast) ? toast : { ...toast, undo: null }));
    state.setState({
      shown: profileToasts.filter(({ id }) => timers.some((timer) => timer.id === id)),
      recent: profileToasts.slice(0, maxRecent),
    });
  }

  function startTimer(timer: ToastTimer): void {
    if (pauses.size > 0 || timer.cancel !== null) return;
    timer.startedAt = clock.now();
    timer.cancel = clock.setTimer(timer.remainingMs, () => dismiss(timer.id));
  }

  function stopTimer(timer: ToastTimer): void {
    if (timer.cancel === null) return;
    timer.cancel();
    timer.cancel = null;
    timer.remainingMs = Math.max(0, timer.remainingMs - (clock.now() - timer.startedAt));
  }

  function hideToasts(ids: readonly number[]): void {
    for (const timer of timers) if (ids.includes(timer.id)) stopTimer(timer);
    timers = timers.filter((timer) => !ids.includes(timer.id));
    // A removed toast sends no event that ends its hover or focus.
    if (timers.length === 0) pauses.delete('attended');
  }

  function showForFullTime(id: number): void {
    hideToasts([id]);
    const timer: ToastTimer = { id, remainingMs: toastDurationMs, startedAt: 0, cancel: null };
    timers = [timer, ...timers];
    // The tray has room for one; it lists the others when it is opened.
    hideToasts(timers.slice(1).map((other) => other.id));
    startTimer(timer);
  }

  function updateToast(id: number, changes: Partial<Toast>): void {
    allToasts = allToasts.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast));
  }

  /** Finds the newest visible toast with the text and file of a request; actions with an inverse never match. */
  function findEqualToast({ sentence, detail, file, undo }: ToastRequest): Toast | undefined {
    if (undo !== undefined) return undefined;
    return allToasts.find(
      (toast) =>
        toast.sentence === sentence &&
        toast.detail === detail &&
        toast.file?.path === file?.path &&
        toast.undo === null &&
        toast.profileId === profileId &&
        timers.some((timer) => timer.id === toast.id),
    );
  }

  function show(request: ToastRequest): void {
    const doneAtMs = clock.now();
    const equalToast = findEqualToast(request);
    if (equalToast !== undefined) {
      const { file } = request;
      updateToast(equalToast.id, {
        count: equalToast.count + 1,
        doneAtMs,
        ...(file === undefined ? {} : { file }),
      });
      showForFullTime(equalToast.id);
    } else {
      lastId += 1;
      const toast: Toast = {
        ...request,
        undo: request.undo ?? null,
        id: lastId,
        count: 1,
        doneAtMs,
        profileId,
      };
      allToasts = [toast, ...allToasts].slice(0, maxToasts);
      showForFullTime(lastId);
    }
    publish();
  }

  function dismiss(id: number): void {
    hideToasts([id]);
    publish();
  }

  const findNewestUndoable = () =>
    allToasts.find((toast) => toast.profileId === profileId && isNextToUndo(allToasts, toast)) ?? null;

  return {
    state,
    show,
    dismiss,
    pause(cause) {
      pauses.add(cause);
      for (const timer of timers) stopTimer(timer);
    },
    resume(cause) {
      pauses.delete(cause);
      for (const timer of timers) startTimer(timer);
    },
    async undo(id) {
      const toast = allToasts.find((candidate) => candidate.id === id);
      const undo = toast?.undo ?? null;
      if (toast === undefined || undo === null || !isNextToUndo(allToasts, toast)) return;
      updateToast(id, { undo: null });
      publish();
      try {
        const sentence = await undo.run();
        hideToasts([id]);
        show({ sentence });
      } catch (thrown) {
        updateToast(id, { undo });
        publish();
        throw thrown;
      }
    },
    findUndoable: findNewestUndoable,
    withdrawUndo(scope) {
      allToasts = allToasts.map((toast) => (toast.undo?.scope === scope ? { ...toast, undo: null } : toast));
      publish();
    },
    findNewest: (scope) => allToasts.find((toast) => toast.undo?.scope === scope) ?? null,
    showProfile(now) {
      if (now === profileId) return;
      profileId = now;
      hideToasts(timers.map(({ id }) => id));
      publish();
    },
  };
}

export const toasts = createToasts({
  now: () => Date.now(),
  setTimer(milliseconds, action) {
    const timer = window.setTimeout(action, milliseconds);
    return () => window.clearTimeout(timer);
  },
});

/** Shows a finished action as a toast, announces it and lists it in the tray. */
export const toast = toasts.show;

/** Shows that a file or folder was written; does nothing when the clerk closed the dialog. */
export function toastSaved(
  file: SavedFile | null,
  overrides: Partial<Pick<ToastRequest, 'sentence' | 'detail'>> = {},
): void {
  if (file !== null)
    toast({ sentence: t('toasts.saved', { name: baseNameOf(file.path) }), file, ...overrides });
}

/** Shows that a text was copied; does nothing when copying was not allowed. */
export function toastCopied(copied: boolean): void {
  if (copied) toast({ sentence: t('toasts.copied') });
}

export function useToasts(): readonly Toast[] {
  return useStore(toasts.state, (state) => state.shown);
}

export function useRecentToasts(): readonly Toast[] {
  return useStore(toasts.state, (state) => state.recent);
}
