import { useState } from 'react';
import { maxTableBytes, maxTableStatements } from '../../../../shared/contract/review.ts';
import { formatBytes, formatMonth, t } from '../../../../shared/messages/index.ts';
import type { Coverage } from '../../../../shared/model/statements.ts';
import { call } from '../../../bridge.ts';
import { Checkbox } from '../../../components/Checkbox.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { ErrorNotice } from '../../../components/Notice.tsx';
import { Select } from '../../../components/Select.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useQuery } from '../../../components/use-query.ts';
import { walletTitle } from '../statement-cells.tsx';
import { openAsTable } from './open-table.ts';
import styles from './Table.module.css';
import { chooseStatements, type TableChoice } from './table-choice.ts';

/** Measured memory of an open table, in bytes per byte of its files. */
const memoryFactor = 3;
/** Months that can be chosen: the coverage has at most three years. */
const chosenMonths = 36;

interface OpenTableDialogProps {
  /** The year that the coverage shows. */
  readonly year: number;
  readonly onClose: () => void;
}

/** Dialog that opens the stored statements of wallets and months as one table. */
export function OpenTableDialog({ year, onClose }: OpenTableDialogProps) {
  const coverage = useQuery({
    queryKey: String(year),
    load: () => call('statements.coverage', { last: `${year}-12`, months: chosenMonths }),
  });
  const [choice, setChoice] = useState<TableChoice>({
    walletIds: new Set(),
    from: `${year}-01`,
    till: `${year}-12`,
  });
  const chosen = coverage.value === null ? null : chooseStatements(coverage.value, choice);
  const count = chosen?.statementIds.length ?? 0;
  const problem =
    choice.till < choice.from
      ? t('statementReview.table.dialog.order')
      : count > maxTableStatements
        ? t('statementReview.table.dialog.tooMany', { count: maxTableStatements })
        : (chosen?.bytes ?? 0) > maxTableBytes
          ? t('statementReview.table.dialog.tooLarge', { max: formatBytes(maxTableBytes) })
          : null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('statementReview.table.dialog.title')}
      cancelLabel={t('statementReview.table.dialog.cancel')}
      submitLabel={t('statementReview.table.dialog.submit', { count })}
      canSubmit={count > 0}
      disabledReason={problem}
      onSubmit={() => {
        onClose();
        openAsTable(chosen?.statementIds ?? []);
      }}
    >
      <p>{t('statementReview.table.dialog.lead')}</p>
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

interface ChoiceFieldsProps {
  readonly coverage: Coverage;
  readonly choice: TableChoice;
  readonly onChange: (choice: TableChoice) => void;
}

function ChoiceFields({ coverage, choice, onChange }: ChoiceFieldsProps) {
  const months = coverage.months.map((month) => ({ id: month, label: formatMonth(month) }));
  const toggle = (walletId: number, isChosen: boolean) => {
    // Without a choice of their own, all wallets are chosen.
    const walletIds = new Set(
      choice.walletIds.size === 0 ? coverage.rows.map(({ wallet }) => wallet.id) : choice.walletIds,
    );
    if (isChosen) walletIds.add(walletId);
    else walletIds.delete(walletId);
    if (walletIds.size > 0) onChange({ ...choice, walletIds });
  };
  return (
    <>
      <div className={styles.months}>
        <Select
          label={t('statementReview.table.dialog.from')}
          options={months}
          value={choice.from}
          onChange={(from) => onChange({ ...choice, from })}
        />
        <Select
          label={t('statementReview.table.dialog.till')}
          options={months}
          value={choice.till}
          onChange={(till) => onChange({ ...choice, till })}
        />
      </div>
      <fieldset className={styles.wallets}>
        <legend>{t('statementReview.table.wallets', { count: coverage.rows.length })}</legend>
        <Checkbox
          checked={choice.walletIds.size === 0 || choice.walletIds.size === coverage.rows.length}
          onChange={() => onChange({ ...choice, walletIds: new Set() })}
        >
          {t('statementReview.table.dialog.allWallets')}
        </Checkbox>
        {coverage.rows.map(({ wallet }) => (
          <Checkbox
            key={wallet.id}
            checked={choice.walletIds.size === 0 || choice.walletIds.has(wallet.id)}
            onChange={(isChosen) => toggle(wallet.id, isChosen)}
          >
            {walletTitle(wallet)}
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}

function ChoiceSummary({
  statementIds,
  announcedRows,
  bytes,
  missing,
  pdfs,
}: ReturnType<typeof chooseStatements>) {
  const lines = [
    t('statementReview.table.dialog.summary', { count: statementIds.length }),
    ...(announcedRows > 0 ? [t('statementReview.table.dialog.announced', { rows: announcedRows })] : []),
    ...(bytes > 0
      ? [t('statementReview.table.dialog.memory', { size: formatBytes(bytes * memoryFactor) })]
      : []),
    ...(missing > 0 ? [t('statementReview.table.dialog.missing', { count: missing })] : []),
    ...(pdfs > 0 ? [t('statementReview.table.dialog.pdf', { count: pdfs })] : []),
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
