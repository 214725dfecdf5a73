import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { Opened, ReadOptions } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { useQuery } from '../../components/use-query.ts';
import { RoleSelect, TypeSelect } from './ColumnChoices.tsx';
import { columnNameOf } from './column-names.ts';
import { previewOptions } from './read-draft.ts';

interface ColumnReadingDialogProps {
  readonly handle: number;
  readonly opened: Opened;
  readonly column: number;
  readonly onClose: () => void;
  readonly onApply: (options: ReadOptions) => void;
}

/** Dialog for the type and role of one column. */
export function ColumnReadingDialog(props: ColumnReadingDialogProps) {
  const { handle, opened, column, onClose, onApply } = props;
  const [draft, setDraft] = useState<ReadOptions>(opened.options);
  const readOptions = previewOptions(opened.options, opened);
  const { value, error } = useQuery({
    queryKey: String(handle),
    revision: 0,
    load: () => call('review.query', { action: 'preview', handle, options: readOptions }),
  });
  const name = columnNameOf(opened.columns[column], column);
  const selectProps = {
    index: column,
    name,
    detected: value?.found.columns[column],
    options: draft,
    onChange: setDraft,
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('statementReading.columns.dialog', { column: name })}
      lead={t('statementReading.remembered.kept')}
      actions={
        <>
          <DialogCancel>{t('statementReading.cancel')}</DialogCancel>
          <Button variant="primary" onPress={() => onApply(draft)}>
            {t('statementReading.apply')}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={() => onApply(draft)}>
        {error !== null && <ErrorNotice error={error} />}
        {value !== null && (
          <>
            <TypeSelect {...selectProps} />
            <RoleSelect {...selectProps} />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}
