import { useMemo, useState } from 'react';
import { formatMonth, t } from '../../../shared/messages/index.ts';
import { monthPeriod } from '../../../shared/model/period.ts';
import type { Coverage, Wallet } from '../../../shared/model/statements.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { useNow } from '../../components/clock-tick.ts';
import { Empty } from '../../components/Empty.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useUnsavedText } from '../../components/typed-text.ts';
import { useQuery } from '../../components/use-query.ts';
import { cellKey, Legend, Matrix, missingKeysOf, pendingKeysOf } from './CoverageMatrix.tsx';
import { InboxPeek } from './InboxPeek.tsx';
import { RequestPanel } from './RequestPanel.tsx';
import { emptyDraft, type PickedMonth, type RequestDraft, todayOf, withPicked } from './request-form.ts';
import { SampleStatements } from './SampleStatements.tsx';

const shownMonths = 12;

/** Adds months to a month such as `2026-11`. */
function addMonths(month: string, count: number): string {
  return monthPeriod(Number(month.slice(0, 4)), Number(month.slice(5, 7)) + count).since.slice(0, 7);
}

const noKeys: ReadonlySet<string> = new Set();

function cellKeysIn(coverage: Coverage | null) {
  return coverage === null
    ? { missing: noKeys, pending: noKeys }
    : { missing: missingKeysOf(coverage), pending: pendingKeysOf(coverage) };
}

/** Parses a key of `cellKey`. */
function parseCellKey(key: string): PickedMonth {
  const [wallet = '', month = ''] = key.split(' ');
  return { walletId: Number(wallet), month };
}

function isIn(keys: ReadonlySet<string>, { walletId, month }: PickedMonth): boolean {
  return keys.has(cellKey(walletId, month));
}

/** Coverage matrix with the form that requests missing statements. */
export function CoverageView() {
  const today = todayOf(useNow());
  const [lastMonth, setLastMonth] = useState(today.slice(0, 7));
  const [focusCount, setFocusCount] = useState(0);
  const [draft, setDraft] = useState(() => emptyDraft(today));
  // Registered here, because wallet IDs become tags while they are typed and the form may be collapsed.
  useUnsavedText(draft.picked.length === 0 && draft.wallets.trim() !== '');
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const wallets = useQuery({ queryKey: '', load: () => call('statements.wallets', {}) });
  const coverage = useQuery({
    queryKey: lastMonth,
    revision,
    load: () => call('statements.coverage', { last: lastMonth, months: shownMonths }),
    keepsPrevious: true,
  });
  const shownCoverage = coverage.value;
  const problem = wallets.value?.problem ?? null;

  // The form requests exactly the selected cells: each month with its selected wallets.
  const selectCells = (keys: Iterable<string>) => setDraft(withPicked(draft, [...keys].map(parseCellKey)));
  const clearSelection = () => selectCells([]);

  // Cells that are no longer missing are deselected. Cells with a running request stay selected invisibly: the service
  // may refuse the request, and the clerk then needs the reason.
  const { missing: missingKeys, pending: pendingKeys } = useMemo(
    () => cellKeysIn(shownCoverage),
    [shownCoverage],
  );
  const selectable = draft.picked.filter((cell) => isIn(missingKeys, cell) || isIn(pendingKeys, cell));
  if (shownCoverage !== null && selectable.length < draft.picked.length)
    setDraft(withPicked(draft, selectable));
  const visiblySelected = selectable.filter((cell) => isIn(missingKeys, cell));
  const shownDraft =
    shownCoverage === null || visiblySelected.length === draft.picked.length
      ? draft
      : withPicked(draft, visiblySelected);
  const selected = new Set(shownDraft.picked.map(({ walletId, month }) => cellKey(walletId, month)));

  const changeDraft = (next: RequestDraft) => {
    const { picked, wallets: walletText, preset } = shownDraft;
    // A change of another field keeps the cells that are selected invisibly.
    const hasSameCells = next.picked === picked && next.wallets === walletText && next.preset === preset;
    setDraft(
      hasSameCells ? { ...next, picked: draft.picked, wallets: draft.wallets, preset: draft.preset } : next,
    );
  };
  const showMonths = (next: string) => {
    // The selection is cleared, because the selected months are no longer visible.
    if (draft.picked.length > 0) clearSelection();
    setLastMonth(next);
  };
  const selectableKeys = () => new Set(selectable.map(({ walletId, month }) => cellKey(walletId, month)));
  const toggle = (key: string) => {
    const next = selectableKeys();
    if (!next.delete(key)) next.add(key);
    selectCells(next);
  };
  /** Selects all keys, or deselects them if all are selected. */
  const toggleAll = (keys: readonly string[]) => {
    const next = selectableKeys();
    const areAllSelected = keys.every((key) => next.has(key));
    for (const key of keys)
      if (areAllSelected) next.delete(key);
      else next.add(key);
    selectCells(next);
  };
  const missingStatements = (shownCoverage?.rows ?? []).flatMap(({ wallet, cells }) =>
    cells.flatMap((cell, index) =>
      cell.state === 'missing' ? [{ wallet, month: shownCoverage?.months[index] ?? '' }] : [],
    ),
  );
  const missingByWallet = Map.groupBy(missingStatements, ({ wallet }): Wallet => wallet);
  const missing = [...missingByWallet].map(([wallet, statements]) => ({
    wallet,
    months: statements.map(({ month }) => month),
  }));
  const firstMonth = shownCoverage?.months[0] ?? addMonths(lastMonth, 1 - shownMonths);

  return (
    <Split
      panel={
        <RequestPanel
          wallets={wallets.value?.wallets ?? []}
          draft={shownDraft}
          onDraft={changeDraft}
          onRequested={clearSelection}
          missing={missing}
          focusCount={focusCount}
        />
      }
    >
      <Toolbar>
        <IconButton
          icon="chevron-left"
          label={t('statementCoverage.earlier')}
          onPress={() => showMonths(addMonths(lastMonth, -shownMonths))}
        />
        <strong className="num">
          {t('statementCoverage.span', {
            first: formatMonth(firstMonth),
            last: formatMonth(lastMonth),
          })}
        </strong>
        <IconButton
          icon="chevron-right"
          label={t('statementCoverage.later')}
          disabled={lastMonth >= today.slice(0, 7)}
          onPress={() => showMonths(addMonths(lastMonth, shownMonths))}
        />
        <Spread />
        {selected.size === 0 && <Legend />}
        {selected.size > 0 ? (
          <>
            <span className="sm num nowrap" role="status">
              {t('statementCoverage.selected', { count: selected.size })}
            </span>
            <Button size="small" variant="quiet" onPress={clearSelection}>
              {t('statements.clear')}
            </Button>
            <Button size="small" variant="primary" onPress={() => setFocusCount(focusCount + 1)}>
              {t('statementCoverage.requestSelected')}
            </Button>
          </>
        ) : (
          missingStatements.length > 0 && (
            <Button
              size="small"
              onPress={() =>
                selectCells(missingStatements.map(({ wallet, month }) => cellKey(wallet.id, month)))
              }
            >
              {t('statementCoverage.selectMissing', { count: missingStatements.length })}
            </Button>
          )
        )}
      </Toolbar>
      <div className="coverage">
        <SampleStatements />
        {problem !== null && <ErrorNotice error={problem} />}
        {coverage.error !== null && <ErrorNotice error={coverage.error} />}
        {shownCoverage === null ? (
          <Skeleton rows={10} pieces={6} />
        ) : shownCoverage.rows.length === 0 ? (
          <Empty
            icon="ledger"
            title={t('statementCoverage.empty')}
            lead={t('statementCoverage.emptyLead')}
            actions={<Button onPress={wallets.retry}>{t('statementCoverage.list')}</Button>}
          />
        ) : (
          <Matrix coverage={shownCoverage} selected={selected} onToggle={toggle} onToggleAll={toggleAll} />
        )}
      </div>
      <InboxPeek />
    </Split>
  );
}
