/**
 * @file Where the clerk is. Every route remembers its last place, so that the rail leads back to it; what was visited
 * can be gone back and forward through.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BeneficiaryState } from '../../shared/model/beneficiary.ts';
import type { DocumentGroup } from '../../shared/model/document.ts';
import type { ProofState } from '../../shared/model/proofs/proof.ts';

/** What each route can show. A feature that has more places widens its own line. */
export interface RouteParams {
  readonly needsYou: Readonly<Record<never, never>>;
  readonly documents: {
    /** `new` is the empty place, where files begin a batch although others are open. */
    readonly view: 'batch' | 'review' | 'earlier' | 'new';
    /** `null` is the newest open batch. */
    readonly batchId: number | null;
    /** What the list of the batch is narrowed to on arrival. */
    readonly group?: DocumentGroup;
  };
  readonly beneficiaries: {
    readonly beneficiaryId: number | null;
    /** What the list is narrowed to on arrival. */
    readonly state?: BeneficiaryState;
  };
  readonly proofs: {
    readonly proofId: number | null;
    /** What the list is narrowed to on arrival. */
    readonly state?: ProofState;
  };
  readonly statements: {
    readonly tab: 'coverage' | 'inbox' | 'review' | 'search';
    /** The one that is reviewed, or was last. */
    readonly statementId: number | null;
    /** The cell of the review that a search found: row and column of the data, from 0. */
    readonly hit?: { readonly row: number; readonly column: number };
    /** What the inbox was opened for; it stands first there. */
    readonly wanted?: { readonly kind: 'statement' | 'event'; readonly id: number };
  };
  readonly activity: Readonly<Record<never, never>>;
  readonly settings: { readonly section: string | null };
}

/** Name of a route. */
export type RouteName = keyof RouteParams;

/** Where each route begins. */
export const initialParams: RouteParams = {
  needsYou: {},
  documents: { view: 'batch', batchId: null },
  beneficiaries: { beneficiaryId: null },
  proofs: { proofId: null },
  statements: { tab: 'coverage', statementId: null },
  activity: {},
  settings: { section: null },
};

/** One stop of the history. */
export interface HistoryEntry {
  readonly name: RouteName;
  /** The place of every route at that time. */
  readonly params: RouteParams;
}

/** The history and where in it the clerk is. */
export interface RouteHistory {
  readonly entries: readonly HistoryEntry[];
  readonly index: number;
}

const maxHistory = 100;
const initialHistory: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };

/** The present stop. */
export function currentEntry(state: RouteHistory): HistoryEntry {
  return state.entries[state.index] ?? { name: 'documents', params: initialParams };
}

/** The history after going somewhere: what lay ahead is forgotten. */
export function withEntry(state: RouteHistory, entry: HistoryEntry): RouteHistory {
  const entries = [...state.entries.slice(0, state.index + 1), entry].slice(-maxHistory);
  return { entries, index: entries.length - 1 };
}

/** The history after going back (-1) or forward (1), the same when there is nothing there. */
export function withStep(state: RouteHistory, step: -1 | 1): RouteHistory {
  const index = state.index + step;
  return index < 0 || index >= state.entries.length ? state : { ...state, index };
}

const store = createStore<RouteHistory>(() => initialHistory);

/**
 * Goes to a route. Without a place it goes to the route's last one, or to its first one when the clerk is there
 * already.
 */
export function navigate<Name extends RouteName>(name: Name, params?: RouteParams[Name]): void {
  const here = currentEntry(store.getState());
  const next = params ?? (here.name === name ? initialParams[name] : here.params[name]);
  if (here.name === name && here.params[name] === next) return;
  const allParams: RouteParams = { ...here.params, [name]: next };
  store.setState((state) => withEntry(state, { name, params: allParams }), true);
}

/** The history with another place at the present stop. */
export function withParams<Name extends RouteName>(
  state: RouteHistory,
  name: Name,
  params: RouteParams[Name],
): RouteHistory {
  const here = currentEntry(state);
  const entries = [...state.entries];
  entries[state.index] = { ...here, params: { ...here.params, [name]: params } };
  return { ...state, entries };
}

/** Changes the place of a route without a stop of its own, such as a row that the arrow keys only pass. */
export function replaceParams<Name extends RouteName>(name: Name, params: RouteParams[Name]): void {
  store.setState((state) => withParams(state, name, params), true);
}

/** Goes back to the stop before. */
export function goBack(): void {
  store.setState((state) => withStep(state, -1), true);
}

/** Goes forward again. */
export function goForward(): void {
  store.setState((state) => withStep(state, 1), true);
}

/** Places of the profiles that are not shown, until the window is closed. */
const hidden = new Map<string, RouteHistory>();
let activeId: string | null = null;

/** Forgets the places of a profile of which nothing is left. */
export function resetRoutes(profileId: string): void {
  hidden.delete(profileId);
  if (profileId === activeId) store.setState(initialHistory, true);
}

/** Begins at a route. */
export function resetHistoryTo(name: RouteName): void {
  store.setState({ entries: [{ name, params: initialParams }], index: 0 }, true);
}

/** Shows the places of a profile, as they were left; `null` keeps those of the profile shown last. */
export function activateRoutes(profileId: string | null): void {
  if (profileId === null || profileId === activeId) return;
  if (activeId !== null) hidden.set(activeId, store.getState());
  activeId = profileId;
  store.setState(hidden.get(profileId) ?? initialHistory, true);
}

/** The present route, for an event. */
export function currentRoute(): RouteName {
  return currentEntry(store.getState()).name;
}

/** The present route. */
export function useRoute(): RouteName {
  return useStore(store, (state) => currentEntry(state).name);
}

/** The place of a route, also while another one is shown. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams[Name] {
  return useStore(store, (state) => currentEntry(state).params[name]);
}

/**
 * Calls `arrive` with the place of a route once for each time that the clerk comes to it, before it is drawn.
 */
export function useRouteArrival<Name extends RouteName>(
  name: Name,
  onArrival: (params: RouteParams[Name]) => void,
): void {
  const params = useRouteParams(name);
  const [known, setKnown] = useState<RouteParams[Name] | null>(null);
  if (params === known) return;
  setKnown(params);
  onArrival(params);
}

/** Whether there is something to go back and forward to. */
export function useCanNavigate(): { readonly back: boolean; readonly forward: boolean } {
  const back = useStore(store, (state) => state.index > 0);
  const forward = useStore(store, (state) => state.index < state.entries.length - 1);
  return { back, forward };
}
