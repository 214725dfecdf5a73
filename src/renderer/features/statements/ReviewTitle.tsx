import { t } from '../../../shared/messages/index.ts';
import type { Statement } from '../../../shared/model/statements.ts';
import { formatPeriod } from '../../components/format-period.ts';
import { Tag } from '../../components/State.tsx';
import { DragHandle } from '../library/DragHandle.tsx';

/** Wallet and period of the statement under review. */
export function ReviewTitle({ statement }: { readonly statement: Statement }) {
  const { wallet, since, till, format } = statement;
  return (
    <>
      <DragHandle
        item={{ kind: 'statement', id: statement.id }}
        alternative={t('statementReview.exportOriginal')}
      />
      {wallet.currency !== null && <Tag>{wallet.currency}</Tag>}
      <h2 className="review-title">
        {wallet.name ?? ''} <span className="id faint">{wallet.id}</span>
      </h2>
      <span className="dim num nowrap">{`${formatPeriod(since, till)}, ${format.toUpperCase()}`}</span>
    </>
  );
}
