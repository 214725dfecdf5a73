import { useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import { navigate } from '../../../app/routes.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import styles from '../coverage/Coverage.module.css';
import { LinkEnd, primaryAction, StateMark, WalletName } from '../statement-cells.tsx';
import { FolderLine } from './FolderLine.tsx';

const maxShown = 6;

/** Most urgent entries of the inbox, below the coverage. */
export function InboxPeek() {
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const quarantined = useTopicPart('statements', (value) => value.quarantined, 0);
  const [error, setError] = useState<PaydeskError | null>(null);
  const page = { state: null, offset: 0, limit: maxShown };
  const { value } = useQuery({ queryKey: '', revision, load: () => call('statements.list', page) });
  const showInbox = () => navigate('statements', { tab: 'inbox', statementId: null });
  if (value === null || (value.total === 0 && quarantined === 0)) return null;
  return (
    <section className={styles.peek} data-part="peek" aria-label={t('statementInbox.peek')}>
      <div className={styles.peekHead}>
        <h2>{t('statementInbox.peek')}</h2>
        <FolderLine />
        <span className="grow" />
        {quarantined > 0 && (
          <LinkButton small onPress={showInbox}>
            {t('statementInbox.quarantine.title', { count: quarantined })}
          </LinkButton>
        )}
        {value.total > maxShown && (
          <LinkButton small onPress={showInbox}>
            {t('statementInbox.showAll', { count: value.total })}
          </LinkButton>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <ul>
        {value.rows.map((statement) => {
          const action = primaryAction(statement);
          return (
            <li key={statement.id}>
              <StateMark {...statement} />
              <WalletName wallet={statement.wallet} />
              <span className="num cut">{formatPeriod(statement.since, statement.till)}</span>
              <LinkEnd statement={statement} />
              {action === null ? (
                <span />
              ) : (
                <Button
                  size="tiny"
                  onPress={() => {
                    setError(null);
                    action.run().catch((thrown: unknown) => setError(toPaydeskError(thrown)));
                  }}
                >
                  {action.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
