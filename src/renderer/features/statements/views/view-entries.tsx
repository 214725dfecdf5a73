/** @file The entries of the menu of saved views. */
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { SavedView } from '../../../../shared/model/statements/saved-view.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import type { MenuEntry } from '../../../components/actions/Menu.tsx';
import { Badge } from '../../../components/messages/State.tsx';
import type { Viewer } from '../grid/state/viewer-context.ts';
import { captureView } from './capture-view.ts';
import { listMissing } from './fit-view.ts';
import { importViews, leaveView, removeView, showView } from './saved-views.ts';

export type ViewDialog = 'save' | 'rename' | 'export';

interface EntriesContext {
  readonly viewer: Viewer;
  readonly views: readonly SavedView[];
  readonly shown: SavedView | null;
  readonly walletId: number | null;
  readonly onChange: () => void;
  readonly onDialog: (dialog: ViewDialog) => void;
}

function describeView({ walletId, isDefault, isManaged }: SavedView): string {
  return formatPlainList([
    t(walletId === null ? 'statementViews.scope.all' : 'statementViews.scope.wallet'),
    ...(isDefault ? [t('statementViews.default')] : []),
    ...(isManaged ? [t('statementViews.managed')] : []),
  ]);
}

async function updateView({ viewer, onChange }: EntriesContext, { id, name }: SavedView): Promise<void> {
  await call('viewer.views', { action: 'update', id, view: captureView(viewer) });
  onChange();
  toast({ sentence: t('statementViews.updated', { name }) });
}

async function setDefault({ onChange }: EntriesContext, view: SavedView, isDefault: boolean): Promise<void> {
  const { id, name } = view;
  await call('viewer.views', { action: 'setDefault', id, isDefault });
  onChange();
  toast({ sentence: t(isDefault ? 'statementViews.defaultSet' : 'statementViews.defaultCleared', { name }) });
}

/** Actions on the shown view. Views of the administrator can only be left. */
function shownEntries(context: EntriesContext, shown: SavedView): MenuEntry[] {
  const { viewer, onDialog, onChange } = context;
  const { attempt, savedView } = viewer;
  const hasMissing = savedView !== null && listMissing(savedView.missing).length > 0;
  const leave: MenuEntry = {
    id: 'leave',
    label: t('statementViews.leave'),
    icon: 'close',
    separated: true,
    onAction: () => leaveView(viewer),
  };
  if (shown.isManaged) return [leave];
  return [
    leave,
    {
      id: 'update',
      label: t('statementViews.update'),
      icon: 'save',
      disabled: hasMissing,
      ...(hasMissing ? { detail: t('statementViews.update.missing') } : {}),
      onAction: () => attempt(updateView(context, shown)),
    },
    {
      id: 'rename',
      label: t('statementViews.rename'),
      icon: 'pencil',
      onAction: () => onDialog('rename'),
    },
    {
      id: 'default',
      label: t(shown.isDefault ? 'statementViews.clearDefault' : 'statementViews.setDefault'),
      icon: 'pin',
      onAction: () => attempt(setDefault(context, shown, !shown.isDefault)),
    },
    {
      id: 'remove',
      label: t('statementViews.remove'),
      icon: 'trash',
      danger: true,
      onAction: () => attempt(removeView(shown, onChange).then(() => leaveView(viewer))),
    },
  ];
}

/** Returns the saved views, the actions on the shown one and on all, and the way to how the file is read. */
export function viewEntries(context: EntriesContext): readonly MenuEntry[] {
  const { viewer, views, shown, walletId, onChange, onDialog } = context;
  const { attempt } = viewer;
  return [
    ...views.map(
      (view): MenuEntry => ({
        id: `view ${view.id}`,
        label: view.name,
        detail: describeView(view),
        ...(view === shown
          ? {
              mark: (
                <Badge icon="check" tone="ok">
                  {t('statementViews.shown')}
                </Badge>
              ),
            }
          : {}),
        onAction: () => attempt(showView(viewer, view)),
      }),
    ),
    ...(shown === null ? [] : shownEntries(context, shown)),
    {
      id: 'save',
      label: t('statementViews.save'),
      icon: 'plus',
      separated: views.length > 0,
      onAction: () => onDialog('save'),
    },
    {
      id: 'export',
      label: t('statementViews.export'),
      icon: 'up',
      separated: true,
      disabled: views.every(({ isManaged }) => isManaged),
      onAction: () => onDialog('export'),
    },
    {
      id: 'import',
      label: t('statementViews.import'),
      icon: 'down',
      onAction: () => attempt(importViews(walletId, onChange)),
    },
    ...(viewer.statement === null
      ? []
      : [
          {
            id: 'interpretation',
            label: t('statementInterpretation.open'),
            icon: 'file' as const,
            separated: true,
            onAction: () => viewer.set({ interpretationDialog: 'file' }),
          },
        ]),
  ];
}
