import type { ReceiptFormat } from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Menu } from '../../../components/actions/Menu.tsx';

interface ReceiptMenuProps {
  readonly batchId: number;
  /** `null` for all documents of the batch. */
  readonly documentId: number | null;
  readonly size: 'small' | 'medium';
  readonly attempt: (task: () => Promise<void>) => void;
}

/** Saves a receipt of stored and attached documents. */
export function ReceiptMenu({ batchId, documentId, size, attempt }: ReceiptMenuProps) {
  const save = (format: ReceiptFormat) =>
    attempt(async () => {
      const { savedAs } = await call('documents.export', { batchId, receipt: { format, documentId } });
      toastSaved(savedAs);
    });
  return (
    <Menu
      label={t('documentReceipt.menu')}
      placement="bottom end"
      trigger={
        <Button size={size} icon="proof">
          {t('documentReceipt.menu')}
        </Button>
      }
      entries={[
        { id: 'pdf', label: t('documentReceipt.asPdf'), onAction: () => save('pdf') },
        { id: 'csv', label: t('documentReceipt.asCsv'), onAction: () => save('csv') },
      ]}
    />
  );
}
