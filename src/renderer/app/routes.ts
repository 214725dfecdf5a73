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
export interface Places {
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
export type RouteName = keyof Places;

/** Where each route begins. */
export const firstPlaces: Places = {
  needsYou: {},
  documents: { view: 'batch', batchId: null },
  beneficiaries: { beneficiaryId: null },
  proofs: { proofId: null },
  statements: { tab: 'coverage', statementId: null },
  activity: {},
  settings: { section: null },
};

/** One stop of the history. */
export interface Stop {
  readonly name: RouteName;
  /** The place of every route at that time. */
  readonly places: Places;
}

/** The history and where in it the clerk is. */
export interface RouteState {
  readonly stops: readonly Stop[];
  readonly index: number;
}

const maxHistory = 100;
const firstState: RouteState = { stops: [{ name: 'documents', places: firstPlaces }], index: 0 };

/** The present stop. */
export function currentStop(state: RouteState): Stop {
  return state.stops[state.index] ?? { name: 'documents', places: firstPlaces };
}

/** The history after going somewhere: what lay ahead is forgotten. */
export function withStop(state: RouteState, stop: Stop): RouteState {
  const stops = [...state.stops.slice(0, state.index + 1), stop].slice(-maxHistory);
  return { stops, index: stops.length - 1 };
}

/** The history after going back (-1) or forward (1), the same when there is nothing there. */
export function withStep(state: RouteState, step: -1 | 1): RouteState {
  const index = state.index + step;
  return index < 0 || index >= state.stops.length ? state : { ...state, index };
}

const store = createStore<RouteState>(() => firstState);

/**
 * Goes to a route. Without a place it goes to the route's last one, or to its first one when the clerk is there
 * already.
 */
export function go<Name extends RouteName>(name: Name, place?: Places[Name]): void {
  const here = currentStop(store.getState());
  const wanted = place ?? (here.name === name ? firstPlaces[name] : here.places[name]);
  if (here.name === name && here.places[name] === wanted) return;
  const places: Places = { ...here.places, [name]: wanted };
  store.setState((state) => withStop(state, { name, places }), true);
}

/** The history with another place at the present stop. */
export function withPlace<Name extends RouteName>(
  state: RouteState,
  name: Name,
  place: Places[Name],
): RouteState {
  const here = currentStop(state);
  const stops = [...state.stops];
  stops[state.index] = { ...here, places: { ...here.places, [name]: place } };
  return { ...state, stops };
}

/** Changes the place of a route without a stop of its own, such as a row that the arrow keys only pass. */
export function stay<Name extends RouteName>(name: Name, place: Places[Name]): void {
  store.setState((state) => withPlace(state, name, place), true);
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
const hidden = new Map<string, RouteState>();
let activeId: string | null = null;

/** Forgets the places of a profile of which nothing is left. */
export function resetRoutes(profileId: string): void {
  hidden.delete(profileId);
  if (profileId === activeId) store.setState(firstState, true);
}

/** Begins at a route. */
export function beginAt(name: RouteName): void {
  store.setState({ stops: [{ name, places: firstPlaces }], index: 0 }, true);
}

/** Shows the places of a profile, as they were left; `null` keeps those of the profile shown last. */
export function activateRoutes(profileId: string | null): void {
  if (profileId === null || profileId === activeId) return;
  if (activeId !== null) hidden.set(activeId, store.getState());
  activeId = profileId;
  store.setState(hidden.get(profileId) ?? firstState, true);
}

/** The present route, for an event. */
export function presentRoute(): RouteName {
  return currentStop(store.getState()).name;
}

/** The present route. */
export function useRoute(): RouteName {
  return useStore(store, (state) => currentStop(state).name);
}

/** The place of a route, also while another one is shown. */
export function usePlace<Name extends RouteName>(name: Name): Places[Name] {
  return useStore(store, (state) => currentStop(state).places[name]);
}

/**
 * Calls `arrive` with the place of a route once for each time that the clerk comes to it, before it is drawn.
 */
export function useArrival<Name extends RouteName>(name: Name, arrive: (place: Places[Name]) => void): void {
  const place = usePlace(name);
  const [known, setKnown] = useState<Places[Name] | null>(null);
  if (place === known) return;
  setKnown(place);
  arrive(place);
}

/** Whether there is something to go back and forward to. */
export function useSteps(): { readonly back: boolean; readonly forward: boolean } {
  const back = useStore(store, (state) => state.index > 0);
  const forward = useStore(store, (state) => state.index < state.stops.length - 1);
  return { back, forward };
}
