import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { Coverage } from '../../../../shared/model/statements/statements.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { SavePackDialog } from './SavePackDialog.tsx';

interface SavePackButtonProps {
  readonly year: number;
  /** `null` while it is loaded. */
  readonly coverage: Coverage | null;
}

/** Opens the dialog that saves an evidence pack; absent while no statement is stored. */
export function SavePackButton({ year, coverage }: SavePackButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasStored =
    coverage?.rows.some(({ cells }) => cells.some(({ csv, pdf }) => (csv ?? pdf) !== null)) === true;
  if (!hasStored) return null;
  return (
    <>
      <Button icon="save" onPress={() => setIsOpen(true)}>
        {t('evidence.save.action')}
      </Button>
      {isOpen && (
        <SavePackDialog
          year={year}
          initialChoice={{ walletIds: new Set(), from: `${year}-01`, till: `${year}-12` }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
