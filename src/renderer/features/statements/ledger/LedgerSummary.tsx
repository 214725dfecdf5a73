import { formatNumber, t } from '../../../../shared/messages/index.ts';
import { formatDecimal } from '../../../../shared/messages/ledger-texts.ts';
import {
  type MatchSummary,
  matchKindSchema,
  matchSideSchema,
} from '../../../../shared/model/statements/ledger.ts';
import { Scope } from '../search/Scope.tsx';
import styles from './Ledger.module.css';
import { scopeSentences } from './ledger-names.ts';

/** Counts and sums of both files, the matches by rule, and how the files are compared. */
export function LedgerSummary({ summary }: { readonly summary: MatchSummary }) {
  const kinds = matchKindSchema.options.filter((kind) => summary.matches[kind] > 0);
  const describeKind = (kind: (typeof kinds)[number]) =>
    `${t(`ledger.kind.${kind}`)}: ${t('ledger.summary.matches', { count: summary.matches[kind] })}`;
  return (
    <section className={styles.summary} aria-label={t('ledger.summary')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ledger.export.side')}</th>
            <th scope="col">{t('ledger.summary.matched')}</th>
            <th scope="col">{t('ledger.summary.toDecide')}</th>
            <th scope="col">{t('ledger.summary.open')}</th>
            <th scope="col">{t('ledger.summary.sums')}</th>
          </tr>
        </thead>
        <tbody>
          {matchSideSchema.options.map((side) => {
            const { matched, toDecide, open, openSums } = summary[side];
            return (
              <tr key={side}>
                <th scope="row">{t(`ledger.side.${side}`)}</th>
                <td className="num">{formatNumber(matched)}</td>
                <td className="num">{formatNumber(toDecide)}</td>
                <td className="num">{formatNumber(open)}</td>
                <td className="num">
                  {openSums.map(({ currency, rows, incoming, outgoing }) => (
                    <span key={currency} className={styles.sum}>
                      {t('ledger.summary.sum', {
                        currency: currency === '' ? t('ledger.summary.noCurrency') : currency,
                        rows,
                        incoming: formatDecimal(incoming),
                        outgoing: formatDecimal(outgoing),
                      })}
                    </span>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Scope results={kinds.map(describeKind)} sentences={scopeSentences(summary)} />
    </section>
  );
}
