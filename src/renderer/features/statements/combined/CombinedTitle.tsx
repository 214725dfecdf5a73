import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import viewerStyles from '../grid/Viewer.module.css';
import type { OpenedCombined } from './open-combined.ts';

/** Number, wallets and period of the statements of a table. */
export function CombinedTitle({ table: { statements } }: { readonly table: OpenedCombined }) {
  const wallets = new Map(statements.map(({ statement: { wallet } }) => [wallet.id, wallet]));
  const [onlyWallet] = wallets.size === 1 ? wallets.values() : [];
  const since = statements.map(({ statement }) => statement.since).toSorted()[0] ?? '';
  const till =
    statements
      .map(({ statement }) => statement.till)
      .toSorted()
      .at(-1) ?? '';
  return (
    <>
      <h2 className={viewerStyles.viewerTitle}>
        {t('statementViewer.table.title', { count: statements.length })}
      </h2>
      <span className="dim num nowrap">
        {onlyWallet === undefined
          ? t('statementViewer.table.wallets', { count: wallets.size })
          : `${onlyWallet.name ?? ''} ${onlyWallet.id}`.trim()}
        {`, ${formatPeriod(since, till)}`}
      </span>
    </>
  );
}
