import { t } from '../../../../shared/messages/index.ts';
import type { ReadOptions } from '../../../../shared/model/statements/open-statement.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { ReadDialog } from '../interpretation/ReadDialog.tsx';

interface LedgerInterpretationProps {
  readonly ledgerId: string;
  readonly onClose: () => void;
  /** Called when another reading was stored. */
  readonly onChange: () => void;
}

/** How a ledger is read: the same dialog as for a statement. */
export function LedgerInterpretation({ ledgerId, onClose, onChange }: LedgerInterpretationProps) {
  const loadPreview = (options: ReadOptions | null) =>
    call('viewer.ledger', { action: 'preview', ledgerId, options });
  const { value, error } = useQuery({
    queryKey: JSON.stringify(['ledger reading', ledgerId]),
    load: () => loadPreview(null),
  });
  const { error: failure, run } = useAsyncAction();
  const apply = (options: ReadOptions) =>
    run(async () => {
      await call('viewer.ledger', { action: 'read', ledgerId, options });
      toast({ sentence: t('ledger.toast.reading') });
      onClose();
      onChange();
    });
  const shownError = failure ?? error;
  if (shownError !== null) return <ErrorNotice error={shownError} />;
  if (value === null) return null;
  return (
    <ReadDialog
      loadPreview={async (options) => (await loadPreview(options)).preview}
      opened={value.preview.opened}
      remembered={value.isChosen ? 'applied' : 'none'}
      hints={{ kept: t('ledger.reading.kept'), forgotten: t('ledger.reading.forgotten') }}
      onClose={onClose}
      onApply={(options) => void apply(options)}
    />
  );
}
