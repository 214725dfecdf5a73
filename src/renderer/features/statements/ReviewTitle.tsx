import type { Statement } from '../../../shared/model/statements.ts';
import { formatCalendarDate } from '../../components/format.ts';
import { Tag } from '../../components/State.tsx';

/** Which statement is reviewed: wallet and period. */
export function ReviewTitle({ statement }: { readonly statement: Statement }) {
  const { wallet, since, till } = statement;
  return (
    <>
      {wallet.currency !== null && <Tag>{wallet.currency}</Tag>}
      <h2 className="review-title">
        {wallet.name ?? ''} <span className="id faint">{wallet.id}</span>
      </h2>
      <span className="dim num nowrap">{`${formatCalendarDate(since)} – ${formatCalendarDate(till)}`}</span>
    </>
  );
}
