import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import styles from '../coverage/Coverage.module.css';
import { cellKey, storedKeysOf } from '../coverage/CoverageMatrix.tsx';
import type { PickedMonth } from './request-form.ts';

/** Maximum number of months that the coverage returns. */
const maxMonths = 36;

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
}

interface AskedStatementsProps {
  /** The wallets and months of the last requests; at least one. */
  readonly asked: readonly PickedMonth[];
  /** Revision of the statements. */
  readonly revision: number;
  readonly onDismiss: () => void;
}

/** Counts the requested statements that have arrived, in all years. */
export function AskedStatements({ asked, revision, onDismiss }: AskedStatementsProps) {
  const months = asked.map(({ month }) => month).toSorted();
  const first = months[0] ?? '';
  const last = months.at(-1) ?? '';
  const coverage = useQuery({
    queryKey: `${first} ${last}`,
    revision,
    load: () =>
      call('statements.coverage', {
        last,
        months: Math.min(maxMonths, monthNumber(last) - monthNumber(first) + 1),
      }),
    keepsPrevious: true,
  });
  const storedKeys = coverage.value === null ? null : storedKeysOf(coverage.value);
  const stored = asked.filter(
    ({ walletId, month }) => storedKeys?.has(cellKey(walletId, month)) === true,
  ).length;
  return (
    <div className={styles.asked} data-part="asked-statements">
      <Icon name={stored === asked.length ? 'check-circle' : 'hourglass'} size="sm" />
      <span role="status">
        {storedKeys === null ? '' : t('statementCoverage.asked', { stored, total: asked.length })}
      </span>
      <LinkButton small onPress={onDismiss}>
        {t('statementCoverage.dismissAsked')}
      </LinkButton>
    </div>
  );
}
