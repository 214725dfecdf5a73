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

interface SaveViewDialogProps {
  /** The views of the same list. */
  readonly views: readonly SavedView[];
  /** `null` when several wallets are shown. */
  readonly walletId: number | null;
  readonly onChange: () => void;
  readonly onClose: () => void;
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
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'wallet' | 'all'>(walletId === null ? 'all' : 'wallet');
  const [isDefault, setIsDefault] = useState(false);
  const parsed = viewNameSchema.safeParse(name);
  const isTaken = isNameTaken(views, name, null);
  const unsaved = listUnsaved(viewer);
  const save = async () => {
    if (!parsed.success) return;
    const { id } = await call('viewer.views', {
      action: 'save',
      name: parsed.data,
      walletId: scope === 'wallet' ? walletId : null,
      isDefault,
      view: captureView(viewer),
    });
    const missing = { columns: [], filters: [], sort: null, groups: null };
    viewer.set({ savedView: { id, missing } });
    viewer.showColumns(viewer.columnState);
    onChange();
    toast({ sentence: t('statementViews.saved', { name: parsed.data }) });
    onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('statementViews.save.title')}
      lead={t('statementViews.save.lead')}
      size="small"
      cancelLabel={t('statementViews.cancel')}
      submitLabel={t('statementViews.save.submit')}
      disabledReason={parsed.success ? null : t('statementViews.name.missing')}
      canSubmit={!isTaken}
      onSubmit={save}
    >
      <TextField
        label={t('statementViews.name')}
        value={name}
        onChange={setName}
        maxLength={maxViewNameLength}
        error={isTaken ? t('statementViews.name.taken') : null}
        startsFocused
      />
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
