/**
 * @file Navigation. Every route remembers its last parameters, so that the rail returns to them, and a history
 * allows going back and forward.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { BeneficiaryState } from '../../shared/model/beneficiary.ts';
import type { DocumentGroup } from '../../shared/model/document.ts';
import type { ProofState } from '../../shared/model/proofs/proof.ts';

/** The parameters of each route. A feature with more parameters extends its own entry. */
export interface RouteParams {
  readonly needsYou: Readonly<Record<never, never>>;
  readonly documents: {
    /** `new` is the empty screen, where dropped files start a batch although others are open. */
    readonly view: 'batch' | 'review' | 'earlier' | 'new';
    /** `null` is the newest open batch. */
    readonly batchId: number | null;
    /** Initial filter of the batch's list. */
    readonly group?: DocumentGroup;
  };
  readonly beneficiaries: {
    readonly beneficiaryId: number | null;
    /** Initial filter of the list. */
    readonly state?: BeneficiaryState;
  };
  readonly proofs: {
    readonly proofId: number | null;
    /** Initial filter of the list. */
    readonly state?: ProofState;
  };
  readonly statements: {
    readonly tab: 'coverage' | 'inbox' | 'review' | 'search';
    /** The statement under review, or the last one. */
    readonly statementId: number | null;
    /** The cell of the review that a search found: row and column of the data, from 0. */
    readonly hit?: { readonly row: number; readonly column: number };
    /** The item that the inbox was opened for; it is shown first. */
    readonly wanted?: { readonly kind: 'statement' | 'event'; readonly id: number };
  };
  readonly activity: Readonly<Record<never, never>>;
  readonly settings: { readonly section: string | null };
}

/** Name of a route. */
export type RouteName = keyof RouteParams;

/** The initial parameters of each route. */
export const initialParams: RouteParams = {
  needsYou: {},
  documents: { view: 'batch', batchId: null },
  beneficiaries: { beneficiaryId: null },
  proofs: { proofId: null },
  statements: { tab: 'coverage', statementId: null },
  activity: {},
  settings: { section: null },
};

/** One entry of the history. */
export interface HistoryEntry {
  readonly name: RouteName;
  /** The parameters of every route at that time. */
  readonly params: RouteParams;
}

/** The history and the current position in it. */
export interface RouteHistory {
  readonly entries: readonly HistoryEntry[];
  readonly index: number;
}

const maxHistory = 100;
const initialHistory: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };

/** The current entry. */
export function currentEntry(state: RouteHistory): HistoryEntry {
  return state.entries[state.index] ?? { name: 'documents', params: initialParams };
}

/** The history after a navigation; entries ahead are discarded. */
export function withEntry(state: RouteHistory, entry: HistoryEntry): RouteHistory {
  const entries = [...state.entries.slice(0, state.index + 1), entry].slice(-maxHistory);
  return { entries, index: entries.length - 1 };
}

/** The history after going back (-1) or forward (1), unchanged at either end. */
export function withStep(state: RouteHistory, step: -1 | 1): RouteHistory {
  const index = state.index + step;
  return index < 0 || index >= state.entries.length ? state : { ...state, index };
}

const store = createStore<RouteHistory>(() => initialHistory);

/**
 * Navigates to a route. Without parameters it opens the route's last ones, or the initial ones when the route is
 * current already.
 */
export function navigate<Name extends RouteName>(name: Name, params?: RouteParams[Name]): void {
  const here = currentEntry(store.getState());
  const next = params ?? (here.name === name ? initialParams[name] : here.params[name]);
  if (here.name === name && here.params[name] === next) return;
  const allParams: RouteParams = { ...here.params, [name]: next };
  store.setState((state) => withEntry(state, { name, params: allParams }), true);
}

/** The history with other parameters in the current entry. */
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

/** Changes the parameters of a route without a history entry, such as a row that the arrow keys pass. */
export function replaceParams<Name extends RouteName>(name: Name, params: RouteParams[Name]): void {
  store.setState((state) => withParams(state, name, params), true);
}

/** Goes back one entry. */
export function goBack(): void {
  store.setState((state) => withStep(state, -1), true);
}

/** Goes forward one entry. */
export function goForward(): void {
  store.setState((state) => withStep(state, 1), true);
}

/** Histories of the profiles that are not shown, until the window closes. */
const hidden = new Map<string, RouteHistory>();
let activeId: string | null = null;

/** Deletes the history of a removed profile. */
export function resetRoutes(profileId: string): void {
  hidden.delete(profileId);
  if (profileId === activeId) store.setState(initialHistory, true);
}

/** Replaces the history by one entry of a route. */
export function resetHistoryTo(name: RouteName): void {
  store.setState({ entries: [{ name, params: initialParams }], index: 0 }, true);
}

/** Restores the history of a profile; `null` keeps that of the profile shown last. */
export function activateRoutes(profileId: string | null): void {
  if (profileId === null || profileId === activeId) return;
  if (activeId !== null) hidden.set(activeId, store.getState());
  activeId = profileId;
  store.setState(hidden.get(profileId) ?? initialHistory, true);
}

/** The current route, outside of rendering. */
export function currentRoute(): RouteName {
  return currentEntry(store.getState()).name;
}

/** The current route. */
export function useRoute(): RouteName {
  return useStore(store, (state) => currentEntry(state).name);
}

/** The parameters of a route, also while another one is shown. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams[Name] {
  return useStore(store, (state) => currentEntry(state).params[name]);
}

/** Calls `onArrival` with the parameters of a route once for each navigation to it, before it renders. */
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

/** Whether the history has entries to go back and forward to. */
export function useCanNavigate(): { readonly back: boolean; readonly forward: boolean } {
  const back = useStore(store, (state) => state.index > 0);
  const forward = useStore(store, (state) => state.index < state.entries.length - 1);
  return { back, forward };
}
