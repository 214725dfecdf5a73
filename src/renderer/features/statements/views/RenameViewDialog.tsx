import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import {
  maxViewNameLength,
  type SavedView,
  viewNameSchema,
} from '../../../../shared/model/statements/saved-view.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import { isNameTaken } from './saved-views.ts';

interface RenameViewDialogProps {
  /** The views of the same list. */
  readonly views: readonly SavedView[];
  readonly view: SavedView;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

export function RenameViewDialog({ views, view, onChange, onClose }: RenameViewDialogProps) {
  const [name, setName] = useState(view.name);
  const parsed = viewNameSchema.safeParse(name);
  const isTaken = isNameTaken(views, name, view.id);
  const rename = async () => {
    if (!parsed.success) return;
    await call('viewer.views', { action: 'rename', id: view.id, name: parsed.data });
    onChange();
    toast({ sentence: t('statementViews.renamed', { before: view.name, after: parsed.data }) });
    onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('statementViews.rename.title', { name: view.name })}
      size="small"
      cancelLabel={t('statementViews.cancel')}
      submitLabel={t('statementViews.rename.submit')}
      disabledReason={parsed.success ? null : t('statementViews.name.missing')}
      canSubmit={!isTaken}
      onSubmit={rename}
    >
      <TextField
        label={t('statementViews.name')}
        value={name}
        onChange={setName}
        maxLength={maxViewNameLength}
        error={isTaken ? t('statementViews.name.taken') : null}
        startsFocused
      />
    </FormDialog>
  );
}
