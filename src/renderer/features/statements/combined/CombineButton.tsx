import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { Coverage } from '../../../../shared/model/statements/statements.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { CombineDialog } from './CombineDialog.tsx';

interface CombineButtonProps {
  readonly year: number;
  /** `null` while it is loaded. */
  readonly coverage: Coverage | null;
}

/** Opens the dialog that opens several statements as a combined statement; absent while none is stored. */
export function CombineButton({ year, coverage }: CombineButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasStored = coverage?.rows.some(({ cells }) => cells.some(({ csv }) => csv !== null)) === true;
  if (!hasStored) return null;
  return (
    <>
      <Button icon="ledger" onPress={() => setIsOpen(true)}>
        {t('statementViewer.table.open')}
      </Button>
      {isOpen && <CombineDialog year={year} onClose={() => setIsOpen(false)} />}
    </>
  );
}
