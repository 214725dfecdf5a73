import { useState } from 'react';
import { maxCombinedBytes, maxCombinedStatements } from '../../../../shared/contract/viewer.ts';
import { formatBytes, t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { ChoiceFields } from './ChoiceFields.tsx';
import { type CombineChoice, chooseStatements, chosenMonths } from './combine-choice.ts';
import { openCombined } from './open-combined.ts';

interface CombineDialogProps {
  /** The year that the coverage shows. */
  readonly year: number;
  readonly onClose: () => void;
}

/** Dialog that opens the stored statements of wallets and months as a combined statement. */
export function CombineDialog({ year, onClose }: CombineDialogProps) {
  const coverage = useQuery({
    queryKey: String(year),
    load: () => call('statements.coverage', { last: `${year}-12`, months: chosenMonths }),
  });
  const [choice, setChoice] = useState<CombineChoice>({
    walletIds: new Set(),
    from: `${year}-01`,
    till: `${year}-12`,
  });
  const chosen = coverage.value === null ? null : chooseStatements(coverage.value, choice);
  const count = chosen?.statementIds.length ?? 0;
  const problem =
    choice.till < choice.from
      ? t('statementViewer.table.dialog.order')
      : count > maxCombinedStatements
        ? t('statementViewer.table.dialog.tooMany', { count: maxCombinedStatements })
        : (chosen?.bytes ?? 0) > maxCombinedBytes
          ? t('statementViewer.table.dialog.tooLarge', { max: formatBytes(maxCombinedBytes) })
          : null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('statementViewer.table.dialog.title')}
      cancelLabel={t('statementViewer.table.dialog.cancel')}
      submitLabel={t('statementViewer.table.dialog.submit', { count })}
      canSubmit={count > 0}
      disabledReason={problem}
      onSubmit={() => {
        onClose();
        openCombined(chosen?.statementIds ?? []);
      }}
    >
      <p>{t('statementViewer.table.dialog.lead')}</p>
      {coverage.error !== null && <ErrorNotice error={coverage.error} />}
      {coverage.value === null && coverage.error === null && <Skeleton rows={4} pieces={2} />}
      {coverage.value !== null && (
        <>
          <ChoiceFields coverage={coverage.value} choice={choice} onChange={setChoice} />
          {chosen !== null && <ChoiceSummary {...chosen} />}
        </>
      )}
    </FormDialog>
  );
}

function ChoiceSummary({ statementIds, announcedRows, missing, pdfs }: ReturnType<typeof chooseStatements>) {
  const lines = [
    t('statementViewer.table.dialog.summary', { count: statementIds.length }),
    ...(announcedRows > 0 ? [t('statementViewer.table.dialog.announced', { rows: announcedRows })] : []),
    ...(missing > 0 ? [t('statementViewer.table.dialog.missing', { count: missing })] : []),
    ...(pdfs > 0 ? [t('statementViewer.table.dialog.pdf', { count: pdfs })] : []),
  ];
  return (
    <div role="status">
      {lines.map((line) => (
        <p key={line} className="sm">
          {line}
        </p>
      ))}
    </div>
  );
}
