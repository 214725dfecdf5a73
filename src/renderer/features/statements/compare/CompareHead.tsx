import type { CommandResult } from '../../../../shared/contract/index.ts';
import { columnName } from '../../../../shared/messages/column-name.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatList, formatNumber, t } from '../../../../shared/messages/index.ts';
import type { RowDifference } from '../../../../shared/model/statements/comparison.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { encodingName } from '../interpretation/encoding-names.ts';
import { Scope, type ScopeSentence } from '../search/Scope.tsx';
import { walletTitle } from '../statement-cells.tsx';
import styles from './Compare.module.css';
import { comparedColumnName, listedDifferences } from './compare-names.ts';

export type OpenComparison = CommandResult<'viewer.compare', 'open'>;

function keySentence({ key, noKeyReason, columns }: OpenComparison['summary']): string {
  if (columns.length === 0) return t('statementCompare.scope.noColumns');
  if (key !== null) return t('statementCompare.scope.key', { column: columnName(key, 0) });
  return t(`statementCompare.scope.noKey.${noKeyReason ?? 'missing'}`);
}

/** Returns the sentences; what is left out comes last. */
function scopeSentences({ summary, overlap }: OpenComparison): ScopeSentence[] {
  const { columns, days, outside, blank, preamble, onlyIn, encodings, isReordered } = summary;
  const sentences: ScopeSentence[] = [];
  const add = (sentence: string, isLeftOut = false) => sentences.push({ sentence, isLeftOut });
  add(keySentence(summary));
  const changed = columns.flatMap((column, index) =>
    column.changedCells === 0
      ? []
      : [
          t('statementCompare.scope.changedColumn', {
            column: comparedColumnName(column, index),
            count: column.changedCells,
          }),
        ],
  );
  if (changed.length > 0) add(t('statementCompare.scope.changedColumns', { columns: formatList(changed) }));
  if (isReordered) add(t('statementCompare.scope.reordered'));
  if (encodings.earlier !== encodings.later) {
    const earlier = encodingName(encodings.earlier);
    add(t('statementCompare.scope.encodings', { earlier, later: encodingName(encodings.later) }));
  }
  if (days === 'undated') add(t('statementCompare.scope.undated'));
  if (days === 'overlap' && overlap !== null) {
    const period = formatPeriod(overlap.since, overlap.till);
    add(
      `${t('statementCompare.scope.overlap', { period })} ${t('statementCompare.scope.outside', outside)}`,
      true,
    );
  }
  const names = (list: readonly string[]) => ({ columns: formatList(list.map(columnName)) });
  if (onlyIn.earlier.length > 0) add(t('statementCompare.scope.onlyEarlier', names(onlyIn.earlier)), true);
  if (onlyIn.later.length > 0) add(t('statementCompare.scope.onlyLater', names(onlyIn.later)), true);
  const readDifferently = columns.flatMap((column, index) =>
    column.isReadDifferently ? [comparedColumnName(column, index)] : [],
  );
  if (readDifferently.length > 0)
    add(t('statementCompare.scope.readDifferently', { columns: formatList(readDifferently) }), true);
  const blankRows = blank.earlier + blank.later;
  if (blankRows > 0) add(t('statementCompare.scope.blank', { count: blankRows }), true);
  const linesBefore = preamble.earlier + preamble.later;
  if (linesBefore > 0) add(t('statementCompare.scope.preamble', { count: linesBefore }), true);
  return sentences;
}

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
      <dl className="grid gap-1">
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
