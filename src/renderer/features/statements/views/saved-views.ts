/** @file What the clerk does with saved views. */
import { t } from '../../../../shared/messages/index.ts';
import { isSameViewName, type SavedView } from '../../../../shared/model/statements/saved-view.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import type { OpenedStatement, Viewer } from '../grid/state/viewer-context.ts';
import { filterOfGroup, type NamedGroupFilter } from '../groups/grouping.ts';
import { fitView, withoutView } from './fit-view.ts';

/** Returns the wallet of all open statements; `null` for several wallets. */
export function walletOf({ statement, table }: Pick<OpenedStatement, 'statement' | 'table'>): number | null {
  if (statement !== null) return statement.wallet.id;
  const walletIds = new Set(table?.statements.map((part) => part.statement.wallet.id));
  const [onlyWallet] = walletIds.size === 1 ? walletIds : [];
  return onlyWallet ?? null;
}

/** Returns the view that is shown first: a view for the wallet, and the clerk's choice before that of the administrator. */
export function findDefaultView(views: readonly SavedView[]): SavedView | null {
  const rank = ({ walletId, isManaged }: SavedView) => (walletId === null ? 2 : 0) + (isManaged ? 1 : 0);
  const [first] = views
    .filter(({ isDefault }) => isDefault)
    .toSorted((one, other) => rank(one) - rank(other));
  return first ?? null;
}

/** Returns true when a view of the same list has the name; `id` is a view that may have it. */
export function isNameTaken(views: readonly SavedView[], name: string, id: string | null): boolean {
  return views.some((view) => view.id !== id && isSameViewName(view.name, name));
}

type ShowingViewer = Pick<Viewer, 'handle' | 'opened' | 'walletState' | 'showColumns' | 'dispatch'>;

/** Shows a saved view. A group that the statement does not have is a filter without rows. */
export async function showView(viewer: ShowingViewer, { id, name, view }: SavedView): Promise<void> {
  const { handle, opened, walletState, showColumns, dispatch } = viewer;
  const fitted = fitView(view, opened.columns, walletState);
  const wantedGroups = [...fitted.wantedGroups];
  const { rows } =
    wantedGroups.length === 0
      ? { rows: [] }
      : await call('viewer.query', { action: 'findGroups', handle, groups: wantedGroups });
  const groupFilters = wantedGroups.map(
    ({ amount, keys, texts, currency }, index): NamedGroupFilter =>
      filterOfGroup({ amount, keys }, { keys: texts, currency, row: rows[index] ?? opened.rows }),
  );
  showColumns(fitted.columnState);
  dispatch({
    type: 'show-view',
    values: { ...fitted.values, groupFilters, savedView: { id, missing: fitted.missing } },
  });
  announce(t('statementViews.announced', { name }));
}

/** Shows the statement as without a view. */
export function leaveView({ showColumns, dispatch }: Pick<Viewer, 'showColumns' | 'dispatch'>): void {
  showColumns(null);
  dispatch({ type: 'show-view', values: withoutView() });
}

/** Removes a view; the toast offers to save the view again. */
export async function removeView(
  { id, name, walletId, isDefault, view }: SavedView,
  onChange: () => void,
): Promise<void> {
  await call('viewer.views', { action: 'remove', id });
  onChange();
  const undo = async () => {
    await call('viewer.views', { action: 'save', name, walletId, isDefault, view });
    onChange();
    return t('statementViews.restored', { name });
  };
  toast({ sentence: t('statementViews.removed', { name }), undo: { scope: `view ${id}`, run: undo } });
}

/** Adds the views of a file, and says which of them have another name or are for another wallet. */
export async function importViews(walletId: number | null, onChange: () => void): Promise<void> {
  const result = await call('viewer.views', { action: 'import', walletId });
  if (result === null) return;
  onChange();
  const { imported, renamed, elsewhere } = result;
  const details = [
    ...(renamed > 0 ? [t('statementViews.import.renamed', { count: renamed })] : []),
    ...(elsewhere > 0 ? [t('statementViews.import.elsewhere', { count: elsewhere })] : []),
  ];
  toast({
    sentence: t('statementViews.import.done', { count: imported }),
    ...(details.length === 0 ? {} : { detail: details.join(' ') }),
  });
}
