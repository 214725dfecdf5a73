import { useState } from 'react';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import type { AmountQuery } from '../../../../shared/model/statements/amount-query.ts';
import type { Wallet } from '../../../../shared/model/statements/statements.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import styles from './Search.module.css';
import { SearchWallets } from './SearchWallets.tsx';
import {
  amountOfDraft,
  emptyDraft,
  type FilterField,
  isFiltered,
  readDraft,
  type SearchDraft,
} from './search-draft.ts';

const maxLength = 60;

interface SearchFiltersProps {
  readonly draft: SearchDraft;
  readonly wallets: readonly Wallet[];
  readonly onDraft: (draft: SearchDraft) => void;
}

/** Formats a decimal text with groups and a true minus. */
function formatDecimal(text: string): string {
  const [whole = '0', decimals] = text.replace('-', '').split('.');
  const sign = text.startsWith('-') ? '\u2212' : '';
  return `${sign}${formatNumber(BigInt(whole))}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** Describes how a typed amount was understood. */
function describeAmount(query: AmountQuery | null): string {
  if (query === null) return t('statementSearch.amount.hint');
  const from = query.range.from === null ? null : formatDecimal(query.range.from);
  const to = query.range.to === null ? null : formatDecimal(query.range.to);
  if (from !== null && to !== null)
    return from === to ? from : t('statementSearch.amount.range', { from, to });
  if (from !== null) return t('statementSearch.amount.from', { from });
  return to === null ? '' : t('statementSearch.amount.to', { to });
}

export function SearchFilters({ draft, wallets, onDraft }: SearchFiltersProps) {
  const [leftFields, setLeftFields] = useState<ReadonlySet<FilterField>>(new Set());
  const { filters, problems } = readDraft(draft);
  const amount = amountOfDraft(draft);
  const change = (part: Partial<SearchDraft>) => onDraft({ ...draft, ...part });
  // An error appears when the field is left: a date that is being typed is not wrong yet.
  const leave = (field: FilterField) => setLeftFields(new Set([...leftFields, field]));
  const errorOf = (field: FilterField): string | null => {
    const problem = leftFields.has(field) ? problems[field] : undefined;
    if (problem === undefined) return null;
    if (problem === 'order') return t('statementSearch.date.order');
    return t(`statementSearch.${problem}.invalid`);
  };
  const isFilled = isFiltered(filters) || Object.keys(problems).length > 0;
  return (
    <fieldset className={styles.filters} aria-label={t('statementSearch.filters')}>
      {(['from', 'till'] as const).map((field) => (
        <div key={field} className={styles.date}>
          <TextField
            label={t(`statementSearch.date.${field}`)}
            face="id"
            value={draft[field]}
            maxLength={maxLength}
            placeholder={t('statementRequests.dateFormat')}
            error={errorOf(field)}
            onChange={(text) => change({ [field]: text })}
            onBlur={() => leave(field)}
          />
        </div>
      ))}
      <div className={styles.amount}>
        <TextField
          label={t('statementSearch.amount.field')}
          face="id"
          value={draft.amount}
          maxLength={maxLength}
          hint={describeAmount(amount)}
          error={errorOf('amount')}
          onChange={(text) => change({ amount: text })}
          onBlur={() => leave('amount')}
        />
      </div>
      <div className={styles.beside}>
        <Checkbox
          checked={draft.eitherSign && amount?.isSigned !== true}
          disabled={amount?.isSigned === true}
          onChange={(eitherSign) => change({ eitherSign })}
        >
          {t('statementSearch.amount.either')}
        </Checkbox>
      </div>
      <div className={styles.currency}>
        <TextField
          label={t('statementSearch.currency.field')}
          face="id"
          value={draft.currency}
          maxLength={10}
          placeholder={t('statementSearch.currency.any')}
          error={errorOf('currency')}
          onChange={(text) => change({ currency: text.toUpperCase() })}
          onBlur={() => leave('currency')}
        />
      </div>
      <div className={styles.beside}>
        <SearchWallets
          wallets={wallets}
          walletIds={draft.walletIds}
          onChange={(walletIds) => change({ walletIds })}
        />
      </div>
      {isFilled && (
        <div className={styles.beside}>
          <LinkButton onPress={() => onDraft(emptyDraft)}>{t('statementSearch.clear')}</LinkButton>
        </div>
      )}
    </fieldset>
  );
}
