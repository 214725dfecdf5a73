import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { Select } from '../../../components/fields/Select.tsx';

interface SheetDialogProps {
  readonly name: string;
  /** The sheets with cells. */
  readonly sheets: readonly string[];
  readonly onChoose: (sheet: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks which sheet of a workbook is the ledger. No sheet is chosen at first. */
export function SheetDialog({ name, sheets, onChoose, onClose }: SheetDialogProps) {
  const [sheet, setSheet] = useState<string | null>(null);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('ledger.sheet.title', { name })}
      lead={t('ledger.sheet.lead')}
      cancelLabel={t('ledger.cancel')}
      submitLabel={t('ledger.sheet.import')}
      canSubmit={sheet !== null}
      onSubmit={async () => {
        if (sheet !== null) await onChoose(sheet);
      }}
    >
      <Select
        label={t('ledger.sheet')}
        value={sheet}
        onChange={setSheet}
        options={sheets.map((id) => ({ id, label: id }))}
        placeholder={t('ledger.sheet.placeholder')}
        required
      />
    </FormDialog>
  );
}
