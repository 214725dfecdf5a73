/**
 * @file What the clerk set in the statements opened last, for the return to each of them. Kept until the window closes.
 * Main keeps only the newest of them open; another one is opened again, and shown as it was left.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Opened } from '../../../../../shared/model/statements/open-statement.ts';
import { shownProfileId } from '../../../../app/profiles/active-profile.ts';
import { onViewStatesReset } from '../../../../app/view-state.ts';
import { call } from '../../../../bridge.ts';
import { isDeepEqual } from '../../../../components/data-grid/same-data.ts';
import type { ColumnState } from './column-layout.ts';
import { initialState, type StatementHit, type ViewerState } from './viewer-state.ts';

/** The part of the rows that was shown. */
interface KeptScroll {
  /** Key of the view, whose rows have other positions in another view. */
  readonly view: string;
  /** In pixels. */
  readonly top: number;
  readonly left: number;
}

/** The state of a viewer, which outlives the viewer. */
export interface KeptViewer {
  readonly store: UseBoundStore<StoreApi<ViewerState>>;
  /** The search hit that was shown, if the statement was opened at one. */
  readonly hit: StatementHit | null;
  readonly columns: { readonly wallet: ColumnState; readonly view: ColumnState | null } | null;
  readonly scroll: KeptScroll | null;
  /** The default view was shown, or is not shown because of a search hit. */
  readonly isDefaultViewDecided: boolean;
}

/** Changes what is kept of a viewer; nothing is rendered again. */
export function keepInViewer(
  viewer: KeptViewer,
  kept: Partial<Pick<KeptViewer, 'columns' | 'scroll' | 'isDefaultViewDecided'>>,
): void {
  Object.assign(viewer, kept);
}

interface OpenedRows {
  readonly handle: number;
  readonly opened: Opened;
}

interface KeptStatement {
  readonly profileId: string | null;
  readonly result: OpenedRows;
  readonly viewer: KeptViewer;
}

const maxKeptStatements = 8;
/** By what was opened, least recently opened first. */
const keptStatements = new Map<string, KeptStatement>();

onViewStatesReset((profileId) => {
  for (const [key, kept] of keptStatements) if (kept.profileId === profileId) keptStatements.delete(key);
});

function createViewer(hit: StatementHit | null): KeptViewer {
  return {
    store: create<ViewerState>(() => initialState(hit)),
    hit,
    columns: null,
    scroll: null,
    isDefaultViewDecided: false,
  };
}

/** The states of rows are set in main again for another handle. */
const withoutRowStates = { stateKinds: [], annotationCounts: null, signOffs: null } as const;

/** Returns the viewer of what is open under a handle: as it was left, or at a search hit that was not shown before. */
export function findViewer(handle: number, hit: StatementHit | null): KeptViewer {
  const kept = [...keptStatements.values()].find(({ result }) => result.handle === handle);
  if (kept === undefined) return createViewer(hit);
  const { viewer } = kept;
  if (hit !== null && hit !== viewer.hit) {
    Object.assign(viewer, { hit, scroll: null });
    viewer.store.setState(initialState(hit), true);
  } else {
    const closed = { interpretationDialog: null, note: null, menu: null, error: null };
    viewer.store.setState({
      ...closed,
      scrollTarget: viewer.scroll === null ? viewer.store.getState().scrollTarget : null,
    });
  }
  return viewer;
}

async function isOpen(handle: number): Promise<boolean> {
  const firstRow = { action: 'window', handle, offset: 0, limit: 1 } as const;
  return call('viewer.query', firstRow).then(
    () => true,
    () => false,
  );
}

function keep(key: string, result: OpenedRows): void {
  const previous = keptStatements.get(key);
  // Columns that are understood in another way have other filters.
  const isSame = previous !== undefined && isDeepEqual(previous.result.opened, result.opened);
  if (isSame && previous.result.handle !== result.handle) previous.viewer.store.setState(withoutRowStates);
  keptStatements.delete(key);
  const viewer = isSame ? previous.viewer : createViewer(null);
  keptStatements.set(key, { profileId: shownProfileId(), result, viewer });
  const [oldest] = keptStatements.keys();
  if (keptStatements.size > maxKeptStatements && oldest !== undefined) keptStatements.delete(oldest);
}

/** Creates the function that opens statements of one kind, or returns what is still open under a key. */
export function createKeptOpener<Result extends OpenedRows>() {
  let last: { readonly key: string; readonly result: Result } | null = null;
  return async (
    name: string,
    { open, isNew }: { readonly open: () => Promise<Result>; readonly isNew: boolean },
  ): Promise<Result> => {
    const key = `${shownProfileId()} ${name}`;
    if (!isNew && last?.key === key && keptStatements.has(key) && (await isOpen(last.result.handle)))
      return last.result;
    const result = await open();
    last = { key, result };
    keep(key, result);
    return result;
  };
}
