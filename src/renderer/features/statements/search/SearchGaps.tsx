import { useState } from 'react';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { GapReason, SearchGap } from '../../../../shared/model/statements/statement-search.ts';
import { navigate } from '../../../app/routes.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { WalletName } from '../statement-cells.tsx';
import styles from './Search.module.css';

const maxListed = 200;

type GapKind = 'amounts' | 'dates' | 'currencies' | 'pages' | 'unreadable' | 'mixed';

/** What kept a statement from being searched completely. */
function kindOf(reason: GapReason): GapKind {
  if (reason === 'pages' || reason === 'unreadable') return reason;
  const [, subject] = reason.split('-');
  return subject === 'amounts' || subject === 'dates' || subject === 'currencies' ? subject : 'mixed';
}

/** Says how many statements were not searched completely, and by which filter if that is the same for all. */
function summarize(gaps: readonly SearchGap[]): string {
  const kinds = new Set(gaps.flatMap(({ reasons }) => reasons.map(kindOf)));
  const [kind = 'mixed'] = kinds;
  return t(`statementSearch.gaps.summary.${kinds.size === 1 ? kind : 'mixed'}`, { count: gaps.length });
}

function describeReasons(reasons: readonly GapReason[]): string {
  return formatList(reasons.map((reason) => t(`statementSearch.gaps.reasons.${reason}`)));
}

/** A link that lists the statements which could not be searched or filtered completely. */
export function SearchGaps({ gaps }: { readonly gaps: readonly SearchGap[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (gaps.length === 0) return null;
  return (
    <>
      <LinkButton small onPress={() => setIsOpen(true)}>
        {summarize(gaps)}
      </LinkButton>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('statementSearch.gaps.title')}
        lead={t('statementSearch.gaps.lead')}
        size="large"
        actions={<DialogCancel>{t('statementSearch.gaps.close')}</DialogCancel>}
      >
        <table className={styles.gaps}>
          <thead>
            <tr>
              <th scope="col">{t('statementSearch.gaps.wallet')}</th>
              <th scope="col">{t('statementSearch.gaps.period')}</th>
              <th scope="col">{t('statementSearch.gaps.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {gaps.slice(0, maxListed).map((gap) => (
              <GapRow key={gap.statementId} gap={gap} />
            ))}
          </tbody>
        </table>
        {gaps.length > maxListed && (
          <p className="sm dim">{t('statementSearch.gaps.more', { count: gaps.length - maxListed })}</p>
        )}
      </Dialog>
    </>
  );
}

function GapRow({ gap: { statementId, wallet, since, till, reasons } }: { readonly gap: SearchGap }) {
  const period = formatPeriod(since, till);
  return (
    <tr>
      <td>
        <WalletName wallet={wallet} />
      </td>
      <td className="num">
        <LinkButton onPress={() => navigate('statements', { tab: 'viewer', statementId })}>
          {period}
        </LinkButton>
      </td>
      <td>{describeReasons(reasons)}</td>
    </tr>
  );
}
