/**
 * @file Navigation. Every route keeps its last parameters, which the rail opens again, and a history allows going
 * back and forward.
 */
import { useState } from 'react';
import { create } from 'zustand';
import type { BeneficiaryState } from '../../shared/model/beneficiary.ts';
import type { DocumentGroup } from '../../shared/model/documents/document.ts';
import type { ProofState } from '../../shared/model/proofs/proof.ts';
import { isDeepEqual } from '../components/data-grid/same-data.ts';

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
    readonly tab: 'coverage' | 'inbox' | 'viewer' | 'search';
    /** The statement under review, or the statement reviewed last. */
    readonly statementId: number | null;
    /** The statements that are reviewed as a combined statement, instead of one statement. */
    readonly combinedIds?: readonly number[];
    /** The cell of the statement that a search found: row and column of the data, from 0. */
    readonly hit?: { readonly row: number; readonly column: number };
    /** The statement that the open statement is compared with, in the tab `viewer`. */
    readonly otherId?: number;
    /** The page of a PDF that a search found, and the text that it found there. */
    readonly pageHit?: { readonly page: number; readonly find: string };
    /** The item that was requested when the inbox was opened; the inbox shows this item first. */
    readonly requestedItem?: { readonly kind: 'statement' | 'event'; readonly id: number };
  };
  readonly activity: Readonly<Record<never, never>>;
  readonly settings: { readonly section: string | null };
}

export type RouteName = keyof RouteParams;

export const initialParams: RouteParams = {
  needsYou: {},
  documents: { view: 'batch', batchId: null },
  beneficiaries: { beneficiaryId: null },
  proofs: { proofId: null },
  statements: { tab: 'coverage', statementId: null },
  activity: {},
  settings: { section: null },
};

interface HistoryEntry {
  readonly name: RouteName;
  /** The parameters of every route at that time. */
  readonly params: RouteParams;
}

export interface RouteHistory {
  readonly entries: readonly HistoryEntry[];
  readonly index: number;
}

const maxHistory = 100;
const initialHistory: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };

export function currentEntry(state: RouteHistory): HistoryEntry {
  return state.entries[state.index] ?? { name: 'documents', params: initialParams };
}

/** The history with a further entry; entries after the current one are discarded. */
function withEntry(state: RouteHistory, entry: HistoryEntry): RouteHistory {
  const entries = [...state.entries.slice(0, state.index + 1), entry].slice(-maxHistory);
  return { entries, index: entries.length - 1 };
}

/** Keeps the statement under review while a tab is opened that names no statement. */
function withReviewed(params: RouteParams, previous: RouteParams['statements']): RouteParams {
  const { tab, statementId, combinedIds } = params.statements;
  if (tab === 'viewer' || statementId !== null || combinedIds !== undefined) return params;
  const reviewed = previous.combinedIds === undefined ? {} : { combinedIds: previous.combinedIds };
  return {
    ...params,
    statements: { ...params.statements, statementId: previous.statementId, ...reviewed },
  };
}

/** The history after {@link navigate}, unchanged when the route is shown with these parameters already. */
export function withNavigation<Name extends RouteName>(
  state: RouteHistory,
  name: Name,
  params?: RouteParams[Name],
): RouteHistory {
  const current = currentEntry(state);
  const isShown = current.name === name;
  const wanted = params ?? (isShown ? initialParams[name] : current.params[name]);
  const next = withReviewed({ ...current.params, [name]: wanted }, current.params.statements);
  const isSame =
    params === undefined ? isDeepEqual(current.params[name], next[name]) : current.params[name] === params;
  return isShown && isSame ? state : withEntry(state, { name, params: next });
}

/** The history after going back (-1) or forward (1), unchanged at either end. */
export function withStep(state: RouteHistory, step: -1 | 1): RouteHistory {
  const index = state.index + step;
  return index < 0 || index >= state.entries.length ? state : { ...state, index };
}

const useStore = create<RouteHistory>(() => initialHistory);

/**
 * Navigates to a route. Without parameters it opens the route's last ones, or the initial ones when the route is
 * current already. The statement under review stays.
 */
export function navigate<Name extends RouteName>(name: Name, params?: RouteParams[Name]): void {
  useStore.setState((state) => withNavigation(state, name, params), true);
}

/** The history with other parameters in the current entry. */
function withParams<Name extends RouteName>(
  state: RouteHistory,
  name: Name,
  params: RouteParams[Name],
): RouteHistory {
  const current = currentEntry(state);
  const entries = [...state.entries];
  entries[state.index] = { ...current, params: { ...current.params, [name]: params } };
  return { ...state, entries };
}

/** Changes the parameters of a route without a history entry, such as a row that the arrow keys pass. */
export function replaceParams<Name extends RouteName>(name: Name, params: RouteParams[Name]): void {
  useStore.setState((state) => withParams(state, name, params), true);
}

export function goBack(): void {
  useStore.setState((state) => withStep(state, -1), true);
}

export function goForward(): void {
  useStore.setState((state) => withStep(state, 1), true);
}

/** Histories of the profiles that are not shown, kept until the window closes. */
const hiddenHistories = new Map<string, RouteHistory>();
let activeProfileId: string | null = null;

/** Deletes the history of a removed profile. */
export function resetRoutes(profileId: string): void {
  hiddenHistories.delete(profileId);
  if (profileId === activeProfileId) useStore.setState(initialHistory, true);
}

/** Replaces the history by a single entry with the initial parameters. */
export function resetHistoryTo(name: RouteName): void {
  useStore.setState({ entries: [{ name, params: initialParams }], index: 0 }, true);
}

/** Restores the history of a profile; `null` keeps the history of the profile shown last. */
export function activateRoutes(profileId: string | null): void {
  if (profileId === null || profileId === activeProfileId) return;
  if (activeProfileId !== null) hiddenHistories.set(activeProfileId, useStore.getState());
  activeProfileId = profileId;
  useStore.setState(hiddenHistories.get(profileId) ?? initialHistory, true);
}

/** Returns the current route at the moment of the call, for event handlers. */
export function currentRoute(): RouteName {
  return currentEntry(useStore.getState()).name;
}

export function useRoute(): RouteName {
  return useStore((state) => currentEntry(state).name);
}

/** The parameters of a route, also while another route is shown. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams[Name] {
  return useStore((state) => currentEntry(state).params[name]);
}

/** Calls `onArrival` with the parameters of a route once for each navigation to it, before it renders. */
export function useRouteArrival<Name extends RouteName>(
  name: Name,
  onArrival: (params: RouteParams[Name]) => void,
): void {
  const params = useRouteParams(name);
  const [handledParams, setHandledParams] = useState<RouteParams[Name] | null>(null);
  if (params === handledParams) return;
  setHandledParams(params);
  onArrival(params);
}

export function useCanNavigate(): { readonly canGoBack: boolean; readonly canGoForward: boolean } {
  const canGoBack = useStore((state) => state.index > 0);
  const canGoForward = useStore((state) => state.index < state.entries.length - 1);
  return { canGoBack, canGoForward };
}
