import { formatMonth, t } from '../../../../shared/messages/index.ts';
import type { Coverage } from '../../../../shared/model/statements/statements.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import { walletTitle } from '../statement-cells.tsx';
import styles from './Combined.module.css';
import type { CombineChoice } from './combine-choice.ts';

interface ChoiceFieldsProps {
  readonly coverage: Coverage;
  readonly choice: CombineChoice;
  readonly onChange: (choice: CombineChoice) => void;
}

export function ChoiceFields({ coverage, choice, onChange }: ChoiceFieldsProps) {
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
          label={t('statementViewer.table.dialog.from')}
          options={months}
          value={choice.from}
          onChange={(from) => onChange({ ...choice, from })}
        />
        <Select
          label={t('statementViewer.table.dialog.till')}
          options={months}
          value={choice.till}
          onChange={(till) => onChange({ ...choice, till })}
        />
      </div>
      <fieldset className={styles.wallets}>
        <legend>{t('statementViewer.table.wallets', { count: coverage.rows.length })}</legend>
        <Checkbox
          checked={choice.walletIds.size === 0 || choice.walletIds.size === coverage.rows.length}
          onChange={() => onChange({ ...choice, walletIds: new Set() })}
        >
          {t('statementViewer.table.dialog.allWallets')}
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
