import { useMemo, useRef, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { lastMonth, type Period } from '../../../../shared/model/statements/period.ts';
import type { Coverage } from '../../../../shared/model/statements/statements.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { useUnsavedText } from '../../../components/fields/typed-text.ts';
import { useNow } from '../../../components/layout/clock-tick.ts';
import { ListBar } from '../../../components/layout/ListBar.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { CombineButton } from '../combined/CombineButton.tsx';
import { SavePackButton } from '../evidence/SavePackButton.tsx';
import { HeadActions } from '../head-slot.tsx';
import { InboxPeek } from '../inbox/InboxPeek.tsx';
import { RequestPanel } from '../requests/RequestPanel.tsx';
import {
  emptyDraft,
  type PickedMonth,
  type RequestDraft,
  todayOf,
  withPicked,
} from '../requests/request-form.ts';
import { SampleStatements } from '../requests/SampleStatements.tsx';
import styles from './Coverage.module.css';
import {
  cellKey,
  Legend,
  Matrix,
  missingKeysBetween,
  missingKeysOf,
  pendingKeysOf,
} from './CoverageMatrix.tsx';

const monthsOfYear = 12;

const noKeys: ReadonlySet<string> = new Set();

function cellKeysIn(coverage: Coverage | null) {
  return coverage === null
    ? { missing: noKeys, pending: noKeys }
    : { missing: missingKeysOf(coverage), pending: pendingKeysOf(coverage) };
}

function parseCellKey(key: string): PickedMonth {
  const [wallet = '', month = ''] = key.split(' ');
  return { walletId: Number(wallet), month };
}

function isIn(keys: ReadonlySet<string>, { walletId, month }: PickedMonth): boolean {
  return keys.has(cellKey(walletId, month));
}

export function CoverageView() {
  const today = todayOf(useNow());
  const thisYear = Number(today.slice(0, 4));
  // In January the months of this year are not over yet.
  const [year, setYear] = useState(() => Number(lastMonth(today).since.slice(0, 4)));
  const [draft, setDraft] = useState(() => emptyDraft(today));
  // Registered here, because wallet IDs become tags while they are typed and the form may be collapsed.
  useUnsavedText(draft.picked.length === 0 && draft.wallets.trim() !== '');
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const wallets = useQuery({ queryKey: '', load: () => call('statements.wallets', {}) });
  const coverage = useQuery({
    queryKey: String(year),
    revision,
    load: () => call('statements.coverage', { last: `${year}-12`, months: monthsOfYear }),
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
  const showYear = (next: number) => {
    // The selection is cleared, because the selected months are no longer visible.
    if (draft.picked.length > 0) clearSelection();
    setYear(next);
  };
  const showRequested = (periods: readonly Period[]) => {
    const years = periods.flatMap(({ since, till }) => [since, till].map((day) => Number(day.slice(0, 4))));
    if (!years.includes(year)) setYear(Math.max(...years));
  };
  const selectableKeys = () => new Set(selectable.map(({ walletId, month }) => cellKey(walletId, month)));
  /** The cell that was toggled last. */
  const anchor = useRef<string | null>(null);
  const toggle = (key: string, isExtending: boolean) => {
    const next = selectableKeys();
    const between =
      isExtending && anchor.current !== null && shownCoverage !== null
        ? missingKeysBetween(shownCoverage, anchor.current, key)
        : [];
    if (between.length > 0) for (const other of between) next.add(other);
    else if (!next.delete(key)) next.add(key);
    anchor.current = key;
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
  return (
    <Split
      panel={
        <RequestPanel
          wallets={wallets.value?.wallets ?? []}
          draft={shownDraft}
          onDraft={changeDraft}
          onRequested={clearSelection}
          onAccepted={showRequested}
        />
      }
    >
      <HeadActions>
        <SavePackButton year={year} coverage={shownCoverage} />
        <CombineButton year={year} coverage={shownCoverage} />
      </HeadActions>
      <ListBar
        label={t('statementCoverage.selection')}
        selected={selected.size === 0 ? null : t('statementCoverage.selected', { count: selected.size })}
        actions={null}
        onClear={clearSelection}
        lead={
          <>
            <IconButton
              icon="chevron-left"
              label={t('statementCoverage.earlier')}
              onPress={() => showYear(year - 1)}
            />
            <strong className="num">{year}</strong>
            <IconButton
              icon="chevron-right"
              label={t('statementCoverage.later')}
              disabled={year >= thisYear}
              onPress={() => showYear(year + 1)}
            />
            <Legend />
          </>
        }
      >
        {missingKeys.size > 0 && (
          <Button size="small" onPress={() => selectCells(missingKeys)}>
            {t('statementCoverage.selectMissing', { count: missingKeys.size })}
          </Button>
        )}
      </ListBar>
      <div className={styles.coverage}>
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
