import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { ChartParty, PartySide } from '../../../../shared/model/statements/statement-chart.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { formatShare } from '../groups/grouping.ts';
import styles from './Chart.module.css';

interface PartiesChartProps {
  readonly incoming: PartySide;
  readonly outgoing: PartySide;
  readonly scale: number;
  readonly currency: string;
  readonly onOpen: (party: ChartParty) => void;
}

/** The counterparties with the largest sums, incoming and outgoing, as bars. */
export function PartiesChart({ incoming, outgoing, ...shared }: PartiesChartProps) {
  return (
    <div className={styles.sides}>
      <Side side={incoming} name={t('statementGroups.sign.in')} isIncoming {...shared} />
      <Side side={outgoing} name={t('statementGroups.sign.out')} isIncoming={false} {...shared} />
    </div>
  );
}

interface SideProps extends Omit<PartiesChartProps, 'incoming' | 'outgoing'> {
  readonly side: PartySide;
  readonly name: string;
  readonly isIncoming: boolean;
}

/** Returns the length of a bar in percent of the longest one. */
function barLength(amount: string, largest: string): number {
  const whole = Math.abs(Number(largest));
  return whole === 0 ? 0 : (Math.abs(Number(amount)) / whole) * 100;
}

/** In thousandths. */
const wholeShare = 1_000;

/** Returns a share in thousandths, rounded half up. Both amounts have the same sign. */
function shareOf(amount: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((amount * BigInt(wholeShare) * 2n + total) / (total * 2n));
}

function Side({ side: { parties, count, total }, name, isIncoming, scale, currency, onOpen }: SideProps) {
  const rest = parties.reduce((left, { amount }) => left - BigInt(amount), BigInt(total));
  const largest = parties[0]?.amount ?? '0';
  return (
    <table className={styles.side} aria-label={name}>
      <thead>
        <tr>
          <th scope="col" colSpan={2} className={styles.nameHead}>
            {name}
          </th>
          <th scope="col" className={styles.amountHead}>
            {currency === '' ? t('statementViewer.sums.label') : currency}
          </th>
          <th scope="col" className={styles.shareHead}>
            {t('statementGroups.column.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {parties.map((party) => (
          <tr key={party.row}>
            <th scope="row" title={party.name}>
              <LinkButton onPress={() => onOpen(party)}>
                {party.name === '' ? t('statementGroups.key.empty') : party.name}
              </LinkButton>
            </th>
            <td className={styles.barCell} aria-hidden="true">
              <svg
                className={styles.length}
                viewBox="0 0 100 12"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect
                  className={isIncoming ? styles.incoming : styles.outgoing}
                  width={Math.max(0.5, barLength(party.amount, largest))}
                  height="12"
                />
              </svg>
            </td>
            <td className={classNames(styles.figure, 'num')}>{formatAmountText(party.amount, scale)}</td>
            <td className={classNames(styles.figure, 'num')}>
              {party.share === null ? '–' : formatShare(party.share)}
            </td>
          </tr>
        ))}
        {count > parties.length && (
          <tr>
            <th scope="row" colSpan={2}>
              {t('statementChart.others', { count: count - parties.length })}
            </th>
            <td className={classNames(styles.figure, 'num')}>{formatAmountText(String(rest), scale)}</td>
            <td className={classNames(styles.figure, 'num')}>{formatShare(shareOf(rest, BigInt(total)))}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('statementChart.total', { count })}
          </th>
          <td className={classNames(styles.figure, 'num')}>{formatAmountText(total, scale)}</td>
          <td className={classNames(styles.figure, 'num')}>{count === 0 ? '–' : formatShare(wholeShare)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
