import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { CurrencyTag } from '../../../components/messages/State.tsx';
import { DragHandle } from '../../drag-out/DragHandle.tsx';
import type { OpenedCombined } from '../combined/open-combined.ts';
import styles from './Viewer.module.css';

/** Wallet and period of the open statement. */
export function ViewerTitle({ statement }: { readonly statement: Statement }) {
  const { wallet, since, till, format } = statement;
  return (
    <>
      <DragHandle
        item={{ kind: 'statement', id: statement.id }}
        alternative={t(
          format === 'csv' ? 'statementExport.originalInMenu' : 'statementViewer.exportOriginal',
        )}
      />
      {wallet.currency !== null && <CurrencyTag currency={wallet.currency} />}
      <h2 className={styles.viewerTitle}>
        {wallet.name !== null && `${wallet.name} `}
        <span className={classNames('id', wallet.name !== null && 'faint')}>{wallet.id}</span>
      </h2>
      <span className="dim num nowrap">{`${formatPeriod(since, till)}, ${format.toUpperCase()}`}</span>
    </>
  );
}

/** Returns the wallets and the period of the statements of a table. */
export function describeCombined({ statements }: Pick<OpenedCombined, 'statements'>): string {
  const wallets = new Map(statements.map(({ statement: { wallet } }) => [wallet.id, wallet]));
  const [onlyWallet] = wallets.size === 1 ? wallets.values() : [];
  const since = statements.map(({ statement }) => statement.since).toSorted()[0] ?? '';
  const till =
    statements
      .map(({ statement }) => statement.till)
      .toSorted()
      .at(-1) ?? '';
  const wallet =
    onlyWallet === undefined
      ? t('statementViewer.table.wallets', { count: wallets.size })
      : `${onlyWallet.name ?? ''} ${onlyWallet.id}`.trim();
  return `${wallet}, ${formatPeriod(since, till)}`;
}

/** Number, wallets and period of the statements of a table. */
export function CombinedTitle({ table }: { readonly table: OpenedCombined }) {
  return (
    <>
      <h2 className={styles.viewerTitle}>
        {t('statementViewer.table.title', { count: table.statements.length })}
      </h2>
      <span className="dim num nowrap">{describeCombined(table)}</span>
    </>
  );
}
