import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { Opened, ReadOptions } from '../../../../shared/model/statements/open-statement.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { RoleSelect, TypeSelect } from './ColumnChoices.tsx';
import { columnNameOf } from './column-names.ts';
import { previewOptions } from './read-draft.ts';

interface ColumnInterpretationDialogProps {
  readonly handle: number;
  readonly opened: Opened;
  readonly column: number;
  readonly onClose: () => void;
  readonly onApply: (options: ReadOptions) => void;
}

/** Dialog for the type and role of one column. */
export function ColumnInterpretationDialog(props: ColumnInterpretationDialogProps) {
  const { handle, opened, column, onClose, onApply } = props;
  const [draft, setDraft] = useState<ReadOptions>(opened.options);
  const readOptions = previewOptions(opened.options, opened);
  const { value, error } = useQuery({
    queryKey: String(handle),
    load: () => call('viewer.query', { action: 'preview', handle, options: readOptions }),
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
    <FormDialog
      open
      onClose={onClose}
      size="small"
      title={t('statementInterpretation.columns.dialog', { column: name })}
      lead={t('statementInterpretation.remembered.kept')}
      cancelLabel={t('statementInterpretation.cancel')}
      submitLabel={t('statementInterpretation.apply')}
      onSubmit={() => onApply(draft)}
    >
      {error !== null && <ErrorNotice error={error} />}
      {value !== null && (
        <>
          <TypeSelect {...selectProps} />
          <RoleSelect {...selectProps} />
        </>
      )}
    </FormDialog>
  );
}
