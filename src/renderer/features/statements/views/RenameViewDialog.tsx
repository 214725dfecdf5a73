import { t } from '../../../../shared/messages/index.ts';
import type { SavedView } from '../../../../shared/model/statements/saved-view.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { useViewName, type ViewDialogProps } from './SaveViewDialog.tsx';

interface RenameViewDialogProps extends ViewDialogProps {
  readonly view: SavedView;
}

export function RenameViewDialog({ views, view, onChange, onClose }: RenameViewDialogProps) {
  const { validName, dialogProps, field } = useViewName(views, view.name, view.id);
  const rename = async () => {
    if (validName === null) return;
    await call('viewer.views', { action: 'rename', id: view.id, name: validName });
    onChange();
    toast({ sentence: t('statementViews.renamed', { before: view.name, after: validName }) });
    onClose();
  };
  return (
    <FormDialog
      {...dialogProps}
      onClose={onClose}
      title={t('statementViews.rename.title', { name: view.name })}
      submitLabel={t('statementViews.rename.submit')}
      onSubmit={rename}
    >
      {field}
    </FormDialog>
  );
}
