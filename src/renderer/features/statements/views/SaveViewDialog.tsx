import { useState } from 'react';
import { formatList, t } from '../../../../shared/messages/index.ts';
import {
  maxViewColumns,
  maxViewNameLength,
  type SavedView,
  viewNameSchema,
} from '../../../../shared/model/statements/saved-view.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { RadioCards } from '../../../components/fields/Radio.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { useViewer, type Viewer } from '../grid/state/viewer-context.ts';
import { walletTitle } from '../statement-cells.tsx';
import { captureView } from './capture-view.ts';
import { isNameTaken } from './saved-views.ts';

export interface ViewDialogProps {
  /** The views of the same list. */
  readonly views: readonly SavedView[];
  readonly onChange: () => void;
  readonly onClose: () => void;
}

interface SaveViewDialogProps extends ViewDialogProps {
  /** `null` when several wallets are shown. */
  readonly walletId: number | null;
}

/** Holds the typed name of a view; `id` is a view that may have it. */
export function useViewName(views: readonly SavedView[], initialName: string, id: string | null) {
  const [name, setName] = useState(initialName);
  const isTaken = isNameTaken(views, name, id);
  const parsed = viewNameSchema.safeParse(name);
  return {
    /** `null` for an invalid name. */
    validName: parsed.success ? parsed.data : null,
    dialogProps: {
      open: true,
      size: 'small',
      cancelLabel: t('statementViews.cancel'),
      disabledReason: parsed.success ? null : t('statementViews.name.missing'),
      canSubmit: !isTaken,
    } as const,
    field: (
      <TextField
        label={t('statementViews.name')}
        value={name}
        onChange={setName}
        maxLength={maxViewNameLength}
        error={isTaken ? t('statementViews.name.taken') : null}
        startsFocused
      />
    ),
  };
}

/** Returns the names of what is shown and cannot be saved. */
function listUnsaved({ rowFilter, visibleColumns }: Viewer): string[] {
  return [
    ...(rowFilter === null ? [] : [t('statementViews.save.rowFilter')]),
    ...(visibleColumns.length > maxViewColumns
      ? [t('statementViews.save.columns', { max: maxViewColumns })]
      : []),
  ];
}

function ownWallet({ statement, table }: Viewer): string {
  const wallet = statement?.wallet ?? table?.statements[0]?.statement.wallet;
  return wallet === undefined ? '' : walletTitle(wallet);
}

/** Saves the shown view under a name, for one wallet or for all. */
export function SaveViewDialog({ views, walletId, onChange, onClose }: SaveViewDialogProps) {
  const viewer = useViewer();
  const { validName, dialogProps, field } = useViewName(views, '', null);
  const [scope, setScope] = useState<'wallet' | 'all'>(walletId === null ? 'all' : 'wallet');
  const [isDefault, setIsDefault] = useState(false);
  const unsaved = listUnsaved(viewer);
  const save = async () => {
    if (validName === null) return;
    const { id } = await call('viewer.views', {
      action: 'save',
      name: validName,
      walletId: scope === 'wallet' ? walletId : null,
      isDefault,
      view: captureView(viewer),
    });
    const missing = { columns: [], filters: [], sort: null, groups: null };
    viewer.set({ savedView: { id, missing } });
    viewer.showColumns(viewer.columnState);
    onChange();
    toast({ sentence: t('statementViews.saved', { name: validName }) });
    onClose();
  };
  return (
    <FormDialog
      {...dialogProps}
      onClose={onClose}
      title={t('statementViews.save.title')}
      lead={t('statementViews.save.lead')}
      submitLabel={t('statementViews.save.submit')}
      onSubmit={save}
    >
      {field}
      {walletId === null ? (
        <p className="sm dim">{t('statementViews.save.several')}</p>
      ) : (
        <RadioCards
          label={t('statementViews.scope')}
          value={scope}
          onChange={setScope}
          choices={[
            {
              id: 'wallet',
              label: t('statementViews.scope.wallet'),
              detail: t('statementViews.scope.walletDetail', { wallet: ownWallet(viewer) }),
            },
            {
              id: 'all',
              label: t('statementViews.scope.all'),
              detail: t('statementViews.scope.allDetail'),
            },
          ]}
        />
      )}
      <Checkbox checked={isDefault} onChange={setIsDefault} hint={t('statementViews.save.defaultHint')}>
        {t('statementViews.setDefault')}
      </Checkbox>
      {unsaved.length > 0 && (
        <p className="sm dim">{t('statementViews.save.unsaved', { parts: formatList(unsaved) })}</p>
      )}
    </FormDialog>
  );
}
