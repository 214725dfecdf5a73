import { useState } from 'react';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatBytes, t } from '../../../../shared/messages/index.ts';
import {
  type ComparableStatement,
  maxComparedBytes,
} from '../../../../shared/model/statements/comparison.ts';
import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { useDebouncedValue } from '../../../components/fields/use-debounced-value.ts';
import { Time } from '../../../components/layout/Time.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { NoResults } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { Tag } from '../../../components/messages/State.tsx';
import { walletTitle } from '../statement-cells.tsx';
import styles from './Compare.module.css';

const typingPauseMs = 200;

interface CompareDialogProps {
  readonly statement: Statement;
  readonly onClose: () => void;
}

export function openComparison(statementId: number, otherId: number): void {
  navigate('statements', { tab: 'viewer', statementId, otherId });
}

function StatementChoice({
  other,
  onChoose,
}: {
  readonly other: ComparableStatement;
  readonly onChoose: () => void;
}) {
  const { wallet, since, till, storedAt, size, relation, isIdentical } = other;
  return (
    <li>
      <button type="button" className={styles.choice} onClick={onChoose}>
        <span className="cut" title={walletTitle(wallet)}>
          {walletTitle(wallet)}
        </span>
        <span className="num nowrap">{formatPeriod(since, till)}</span>
        <span className="dim num nowrap">
          {t('statementCompare.choose.storedAt')} <Time value={storedAt} form="moment" />, {formatBytes(size)}
        </span>
        {relation !== 'other' && <Tag>{t(`statementCompare.choose.${relation}`)}</Tag>}
        {isIdentical && <Tag>{t('statementCompare.choose.identical')}</Tag>}
      </button>
    </li>
  );
}

/** Dialog that chooses the other statement: statements of the wallet first, the others behind a search. */
export function CompareDialog({ statement, onClose }: CompareDialogProps) {
  const [text, setText] = useState('');
  const searched = useDebouncedValue(text.trim(), typingPauseMs);
  const { value, error } = useQuery({
    queryKey: searched,
    load: () => call('viewer.compare', { action: 'statements', statementId: statement.id, text: searched }),
    keepsPrevious: true,
  });
  const groups = Map.groupBy(value?.statements ?? [], ({ wallet }) =>
    wallet.id === statement.wallet.id ? 'sameWallet' : 'otherWallets',
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('statementCompare.choose.title')}
      lead={t('statementCompare.choose.lead', { max: formatBytes(maxComparedBytes) })}
      actions={<DialogCancel>{t('statements.cancel')}</DialogCancel>}
    >
      <SearchField
        label={t('statementCompare.choose.search')}
        placeholder={t('statementCompare.choose.search')}
        maxLength={200}
        value={text}
        onChange={setText}
        startsFocused
      />
      {error !== null && <ErrorNotice error={error} />}
      {value === null && error === null && <Skeleton rows={3} pieces={3} />}
      <div className={styles.choices}>
        {(['sameWallet', 'otherWallets'] as const).map((group) => {
          const others = groups.get(group) ?? [];
          if (others.length === 0) return null;
          return (
            <section key={group} aria-label={t(`statementCompare.choose.${group}`)}>
              <h3>{t(`statementCompare.choose.${group}`)}</h3>
              <ul>
                {others.map((other) => (
                  <StatementChoice
                    key={other.id}
                    other={other}
                    onChoose={() => openComparison(statement.id, other.id)}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {value?.total === 0 && (
        <NoResults
          title={t(searched === '' ? 'statementCompare.choose.none' : 'statementCompare.choose.noMatch')}
        />
      )}
      {value !== null && value.total > value.statements.length && (
        <p className="sm dim">
          {t('statementCompare.choose.some', { count: value.statements.length, total: value.total })}
        </p>
      )}
    </Dialog>
  );
}
