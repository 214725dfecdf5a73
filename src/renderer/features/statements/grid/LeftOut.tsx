import { t } from '../../../../shared/messages/index.ts';
import type { StatementColumn, Sums } from '../../../../shared/model/statements/open-statement.ts';
import { LinkButton } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import styles from './Viewer.module.css';

interface LeftOutProps {
  readonly found: Sums;
  readonly onShowRows: (rows: readonly number[]) => void;
}

/** Numbers of excluded rows and cells by reason, each with a button that shows the rows. */
export function LeftOut({ found: { unread, leftOut }, onShowRows }: LeftOutProps) {
  const lines = [
    ...leftOut.map(({ reason, count, rows }) => ({
      id: reason,
      text: t(`statementViewer.sums.leftOut.${reason}`, { count }),
      rows,
    })),
    ...(unread.cells === 0
      ? []
      : [
          {
            id: 'unread',
            text: t('statementViewer.sums.unread', { count: unread.cells }),
            rows: unread.rows,
          },
        ]),
  ];
  return lines.map(({ id, text, rows }) => (
    <p key={id} className={styles.sumsUnread} role="status">
      <Icon name="alert" />
      {text}{' '}
      <LinkButton small onPress={() => onShowRows(rows)}>
        {t('statementViewer.sums.showRows', { count: rows.length })}
      </LinkButton>
    </p>
  ));
}

/** Notice that explains why a statement with numbers has no sums. */
export function NoAmountsNotice({ columns }: { readonly columns: readonly StatementColumn[] }) {
  if (!columns.some(({ kind }) => kind === 'number')) return null;
  return (
    <section className={styles.sums} aria-label={t('statementViewer.sums.label')}>
      <p className={styles.sumsUnread}>
        <Icon name="alert" />
        {t('statementViewer.sums.noAmounts')}
      </p>
    </section>
  );
}
