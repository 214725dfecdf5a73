import type { CommandResult } from '../../../../shared/contract/index.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import type { RowDifference } from '../../../../shared/model/statements/comparison.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { Scope } from '../search/Scope.tsx';
import { walletTitle } from '../statement-cells.tsx';
import styles from './Compare.module.css';
import { listedDifferences } from './compare-names.ts';
import { scopeSentences } from './compare-scope.ts';

export type OpenComparison = CommandResult<'viewer.compare', 'open'>;

interface FileLineProps {
  readonly label: string;
  readonly statement: Statement;
  readonly rows: number;
}

/** One of the two files: wallet, period, and when it was requested. */
function FileLine({ label, statement, rows }: FileLineProps) {
  const { wallet, since, till, requestedAt } = statement;
  return (
    <div className={styles.file}>
      <dt>{label}</dt>
      <dd>
        <b className="cut" title={walletTitle(wallet)}>
          {walletTitle(wallet)}
        </b>
        <span className="num nowrap">{formatPeriod(since, till)}</span>
        <span className="dim num nowrap">
          {t('statementCompare.requested')} <Time value={requestedAt} form="moment" />
        </span>
        <span className="dim num nowrap">{t('statementCompare.rows', { count: rows })}</span>
      </dd>
    </div>
  );
}

/** Both files, how they were compared, and what was left out. */
export function CompareHead({ comparison }: { readonly comparison: OpenComparison }) {
  const { earlier, later, summary } = comparison;
  return (
    <section className={styles.head} aria-label={t('statementCompare.scope.title')}>
      <dl className={styles.files}>
        <FileLine label={t('statementCompare.earlier')} statement={earlier} rows={summary.rows.earlier} />
        <FileLine label={t('statementCompare.later')} statement={later} rows={summary.rows.later} />
      </dl>
      <Scope sentences={scopeSentences(comparison)} />
    </section>
  );
}

interface DifferenceFiltersProps {
  readonly comparison: OpenComparison;
  readonly listed: readonly RowDifference[];
  readonly onChange: (listed: readonly RowDifference[]) => void;
}

/** Filters of the list by kind of difference, with the number of rows of each. */
export function DifferenceFilters({ comparison, listed, onChange }: DifferenceFiltersProps) {
  const { counts } = comparison.summary;
  return (
    <fieldset className={styles.filters}>
      <legend className="sr">{t('statementCompare.filters')}</legend>
      {listedDifferences.map((difference) => (
        <Checkbox
          key={difference}
          checked={listed.includes(difference)}
          onChange={(isListed) =>
            onChange(
              listedDifferences.filter((other) => (other === difference ? isListed : listed.includes(other))),
            )
          }
        >
          {t(`statementCompare.difference.${difference}`)}{' '}
          <span className="num dim">{formatNumber(counts[difference])}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
