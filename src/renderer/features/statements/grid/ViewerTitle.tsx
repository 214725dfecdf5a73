import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { CurrencyTag } from '../../../components/messages/State.tsx';
import { DragHandle } from '../../drag-out/DragHandle.tsx';
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
