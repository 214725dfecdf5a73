import { useState } from 'react';
import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import type { Opened, Sums } from '../../../../shared/model/statements/open-statement.ts';
import { navigate } from '../../../app/routes.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { Chips } from '../../../components/fields/Chips.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { SkeletonLine } from '../../../components/messages/Skeleton.tsx';
import { CurrencyTag } from '../../../components/messages/State.tsx';
import type { OpenedCombined } from '../combined/open-combined.ts';
import { questionedTerms, undecidedStatement } from '../interpretation/questioned-terms.ts';
import { walletTitle } from '../statement-cells.tsx';
import { summedColumns } from './state/summed-columns.ts';
import { useSums } from './state/use-view.ts';
import { useViewer } from './state/viewer-context.ts';
import styles from './Viewer.module.css';

interface LeftOutProps {
  readonly found: Sums;
  /** `null` for one statement. */
  readonly table: OpenedCombined | null;
  readonly onDecide: () => void;
  readonly onShowRows: (rows: readonly number[]) => void;
}

/** Numbers of excluded rows and cells by reason, each with a button that shows the rows. */
function LeftOut({ found: { unread, leftOut }, table, onDecide, onShowRows }: LeftOutProps) {
  const lines = [
    ...leftOut.map(({ reason, count, rows, words }) => ({
      statement: table === null ? null : undecidedStatement(table, { reason, rows }),
      id: reason,
      text: t(`statementViewer.sums.leftOut.${reason}`, { count }),
      rows,
      isDecidable: words.length > 0,
    })),
    ...(unread.cells === 0
      ? []
      : [
          {
            statement: null,
            id: 'unread',
            text: t('statementViewer.sums.unread', { count: unread.cells }),
            rows: unread.rows,
            isDecidable: false,
          },
        ]),
  ];
  return lines.map(({ id, text, rows, isDecidable, statement }) => (
    <p key={id} className={styles.sumsUnread} role="status">
      <Icon name="alert" />
      {text}{' '}
      <LinkButton small onPress={() => onShowRows(rows)}>
        {t('statementViewer.sums.showRows', { count: rows.length })}
      </LinkButton>{' '}
      {isDecidable && (
        <LinkButton small onPress={onDecide}>
          {t('statementViewer.sums.decide')}
        </LinkButton>
      )}
      {statement !== null && (
        <LinkButton
          small
          onPress={() => navigate('statements', { tab: 'viewer', statementId: statement.id })}
        >
          {t('statementViewer.sums.decideIn', {
            wallet: walletTitle(statement.wallet),
            period: formatPeriod(statement.since, statement.till),
          })}
        </LinkButton>
      )}
    </p>
  ));
}

/** Notice that explains why a statement with numbers has no sums. */
function NoAmountsNotice({ opened: { columns, unquotedAmount } }: { readonly opened: Opened }) {
  if (!columns.some(({ kind }) => kind === 'number')) return null;
  return (
    <section className={styles.sums} aria-label={t('statementViewer.sums.label')}>
      <p className={styles.sumsUnread}>
        <Icon name="alert" />
        {t(`statementViewer.sums.${unquotedAmount === null ? 'noAmounts' : 'commas'}`)}
      </p>
    </section>
  );
}

const maxListedColumns = 100;
const maxCurrencies = 20;

type Scope = 'all' | 'view' | 'selected';

/** Sums, counts, minimum and maximum by currency, of all rows, of the view, or of the selected rows. */
export function SumsTable() {
  const { handle, opened, table, rows, selected, chosen, appliedView, dispatch, set } = useViewer();
  const summableColumns = summedColumns(opened.columns);
  const [chosenColumn, setColumn] = useState<number | null>(null);
  const column =
    summableColumns.find(({ index }) => index === chosenColumn)?.index ?? summableColumns[0]?.index ?? null;
  const [selectedScope, setSelectedScope] = useState<Scope | null>(null);
  const scopes: Readonly<Record<Scope, number>> = { all: opened.rows, view: rows, selected };
  const availableScopes = (['all', 'view', 'selected'] as const).filter(
    (scope) => scope === 'all' || (scope === 'view' ? rows !== opened.rows : selected > 0),
  );
  const narrowestScope = availableScopes.at(-1) ?? 'all';
  const scope =
    selectedScope !== null && availableScopes.includes(selectedScope) ? selectedScope : narrowestScope;
  const { found, isSettled, error, retry } = useSums(
    handle,
    column,
    scope === 'selected' ? chosen : { kind: scope },
    appliedView === null ? '' : `${handle} ${appliedView.filters}`,
  );
  if (column === null) return <NoAmountsNotice opened={opened} />;
  const orSkeleton = (text: string) => (isSettled ? text : <SkeletonLine width={40} />);
  const format = (text: string) => orSkeleton(formatAmountText(text, found.scale));
  const openTerms = () =>
    set({ interpretationDialog: { words: questionedTerms(found.leftOut, opened.options) } });
  return (
    <section className={styles.sums} aria-label={t('statementViewer.sums.label')}>
      <table
        className="w-full"
        aria-label={t('statementViewer.sums.label')}
        aria-busy={!isSettled && error === null}
      >
        <thead>
          <tr>
            <th scope="col">
              <div className={styles.sumsOf}>
                <Chips
                  label={t('statementViewer.sums.scopes')}
                  value={scope}
                  onChange={setSelectedScope}
                  chips={availableScopes.map((id) => ({
                    id,
                    label: t(`statementViewer.sums.scope.${id}`),
                    count: scopes[id],
                  }))}
                />
                {summableColumns.length > 1 && (
                  <Select
                    label={t('statementViewer.sums.column')}
                    labelHidden
                    size="small"
                    value={String(column)}
                    options={summableColumns
                      .slice(0, maxListedColumns)
                      .map(({ index, name }) => ({ id: String(index), label: name }))}
                    onChange={(id) => setColumn(Number(id))}
                  />
                )}
              </div>
            </th>
            <th scope="col">{t('statementViewer.sums.rows')}</th>
            <th scope="col">{t('statementViewer.sums.incoming')}</th>
            <th scope="col">{t('statementViewer.sums.outgoing')}</th>
            <th scope="col">{t('statementViewer.sums.net')}</th>
          </tr>
        </thead>
        <tbody>
          {found.sums.slice(0, maxCurrencies).map((sum) => (
            <tr key={sum.currency}>
              <th scope="row">
                {sum.currency === '' ? (
                  <span className="sr">{t('statementViewer.sums.label')}</span>
                ) : (
                  <CurrencyTag currency={sum.currency} />
                )}
              </th>
              <td data-label={t('statementViewer.sums.rows')}>{orSkeleton(formatNumber(sum.rows))}</td>
              <td data-label={t('statementViewer.sums.incoming')}>{format(sum.incoming)}</td>
              <td data-label={t('statementViewer.sums.outgoing')}>{format(sum.outgoing)}</td>
              <td data-label={t('statementViewer.sums.net')}>
                <strong>{format(sum.net)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isSettled && (
        <LeftOut
          found={found}
          table={table}
          onDecide={openTerms}
          onShowRows={(rows) => dispatch({ type: 'filter-rows', filter: { kind: 'rows', rows: [...rows] } })}
        />
      )}
      {isSettled && opened.options.words !== undefined && (
        <p className={styles.sumsUnread}>
          <LinkButton small onPress={openTerms}>
            {t('statementInterpretation.words.change')}
          </LinkButton>
        </p>
      )}
      {error !== null && (
        <ErrorNotice
          error={error}
          actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>}
          actionsAt="end"
        />
      )}
    </section>
  );
}
