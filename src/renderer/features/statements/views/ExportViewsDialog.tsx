import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { SavedView } from '../../../../shared/model/statements/saved-view.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import styles from './Views.module.css';

interface ExportViewsDialogProps {
  /** The clerk's views in the menu. */
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Exports chosen views to an unencrypted file. */
export function ExportViewsDialog({ views, onClose }: ExportViewsDialogProps) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const ids = views.map(({ id }) => id).filter((id) => !excluded.has(id));
  const toggle = (id: string) => {
    const next = new Set(excluded);
    if (!next.delete(id)) next.add(id);
    setExcluded(next);
  };
  const exportViews = async () => {
    const { savedAs } = await call('viewer.views', { action: 'export', ids });
    if (savedAs === null) return;
    toastSaved(savedAs);
    onClose();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('statementViews.export.title')}
      size="small"
      cancelLabel={t('statementViews.cancel')}
      submitLabel={t('statementViews.export.submit', { count: ids.length })}
      canSubmit={ids.length > 0}
      onSubmit={exportViews}
    >
      <fieldset className={styles.choices}>
        <legend>{t('statementViews.menu')}</legend>
        {views.map(({ id, name }) => (
          <Checkbox key={id} checked={!excluded.has(id)} onChange={() => toggle(id)}>
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <Notice tone="warning" title={t('statementViews.export.clear')}>
        {t('statementViews.export.clearDetail')}
      </Notice>
    </FormDialog>
  );
}
