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
import { keyOf, Legend, Matrix, missingKeysOf, pendingKeysOf } from './CoverageMatrix.tsx';
import { InboxPeek } from './InboxPeek.tsx';
import { RequestPanel } from './RequestPanel.tsx';
import { emptyDraft, type PickedMonth, type RequestDraft, todayOf, withPicked } from './request-form.ts';
import { SampleStatements } from './SampleStatements.tsx';

const months = 12;

/** Adds months to a month such as `2026-11`. */
function addMonths(month: string, by: number): string {
  return monthPeriod(Number(month.slice(0, 4)), Number(month.slice(5, 7)) + by).since.slice(0, 7);
}

const none: ReadonlySet<string> = new Set();

function cellKeysIn(coverage: Coverage | null) {
  return coverage === null
    ? { missing: none, pending: none }
    : { missing: missingKeysOf(coverage), pending: pendingKeysOf(coverage) };
}

/** Parses a key of `keyOf`. */
function cellOf(key: string): PickedMonth {
  const [wallet = '', month = ''] = key.split(' ');
  return { walletId: Number(wallet), month };
}

function isIn(keys: ReadonlySet<string>, { walletId, month }: PickedMonth): boolean {
  return keys.has(keyOf(walletId, month));
}

/** Coverage matrix with the form that requests missing statements. */
export function CoverageView() {
  const today = todayOf(useNow());
  const [last, setLast] = useState(today.slice(0, 7));
  const [focusCount, setFocusCount] = useState(0);
  const [draft, setDraft] = useState(() => emptyDraft(today));
  // Registered here, because wallet IDs become tags while they are typed and the form may be collapsed.
  useUnsavedText(draft.picked.length === 0 && draft.wallets.trim() !== '');
  const revision = useTopicPart('statements', (value) => value.revision, 0);
  const wallets = useQuery({ source: '', revision: 0, load: () => call('statements.wallets', {}) });
  const coverage = useQuery({
    source: last,
    revision,
    load: () => call('statements.coverage', { last, months }),
    keepsPrevious: true,
  });
  const shown = coverage.value;
  const problem = wallets.value?.problem ?? null;

  // The form requests exactly the selected cells: each month with its selected wallets.
  const select = (keys: Iterable<string>) => setDraft(withPicked(draft, [...keys].map(cellOf)));
  const clear = () => select([]);

  // Cells that are no longer missing are deselected. Cells with a running request stay selected invisibly: the service
  // may refuse the request, and the clerk then needs the reason.
  const { missing: missingKeys, pending } = useMemo(() => cellKeysIn(shown), [shown]);
  const kept = draft.picked.filter((place) => isIn(missingKeys, place) || isIn(pending, place));
  if (shown !== null && kept.length < draft.picked.length) setDraft(withPicked(draft, kept));
  const open = kept.filter((place) => isIn(missingKeys, place));
  const form = shown === null || open.length === draft.picked.length ? draft : withPicked(draft, open);
  const selected = new Set(form.picked.map(({ walletId, month }) => keyOf(walletId, month)));

  const change = (next: RequestDraft) => {
    const { picked, wallets: typed, preset } = form;
    const isSameForm = next.picked === picked && next.wallets === typed && next.preset === preset;
    setDraft(
      isSameForm ? { ...next, picked: draft.picked, wallets: draft.wallets, preset: draft.preset } : next,
    );
  };
  const showMonths = (next: string) => {
    // The selected months are no longer visible.
    if (draft.picked.length > 0) clear();
    setLast(next);
  };
  const keptKeys = () => new Set(kept.map(({ walletId, month }) => keyOf(walletId, month)));
  const toggle = (key: string) => {
    const next = keptKeys();
    if (!next.delete(key)) next.add(key);
    select(next);
  };
  /** Selects all keys, or deselects them if all are selected. */
  const toggleAll = (keys: readonly string[]) => {
    const next = keptKeys();
    const all = keys.every((key) => next.has(key));
    for (const key of keys)
      if (all) next.delete(key);
      else next.add(key);
    select(next);
  };
  const gaps = (shown?.rows ?? []).flatMap(({ wallet, cells }) =>
    cells.flatMap((cell, index) =>
      cell.state === 'missing' ? [{ wallet, month: shown?.months[index] ?? '' }] : [],
    ),
  );
  const missing = [...Map.groupBy(gaps, ({ wallet }): Wallet => wallet)].map(([wallet, of]) => ({
    wallet,
    months: of.map(({ month }) => month),
  }));
  const firstMonth = shown?.months[0] ?? addMonths(last, 1 - months);

  return (
    <Split
      panel={
        <RequestPanel
          wallets={wallets.value?.wallets ?? []}
          draft={form}
          onDraft={change}
          onRequested={clear}
          missing={missing}
          focusCount={focusCount}
        />
      }
    >
      <Toolbar>
        <IconButton
          icon="chevron-left"
          label={t('statementCoverage.earlier')}
          onPress={() => showMonths(addMonths(last, -months))}
        />
        <strong className="num">
          {t('statementCoverage.span', {
            first: formatMonth(firstMonth),
            last: formatMonth(last),
          })}
        </strong>
        <IconButton
          icon="chevron-right"
          label={t('statementCoverage.later')}
          disabled={last >= today.slice(0, 7)}
          onPress={() => showMonths(addMonths(last, months))}
        />
        <Spread />
        {selected.size === 0 && <Legend />}
        {selected.size > 0 ? (
          <>
            <span className="sm num nowrap" role="status">
              {t('statementCoverage.selected', { count: selected.size })}
            </span>
            <Button size="small" variant="quiet" onPress={clear}>
              {t('statements.clear')}
            </Button>
            <Button size="small" variant="primary" onPress={() => setFocusCount(focusCount + 1)}>
              {t('statementCoverage.requestSelected')}
            </Button>
          </>
        ) : (
          gaps.length > 0 && (
            <Button
              size="small"
              onPress={() => select(gaps.map(({ wallet, month }) => keyOf(wallet.id, month)))}
            >
              {t('statementCoverage.selectMissing', { count: gaps.length })}
            </Button>
          )
        )}
      </Toolbar>
      <div className="coverage">
        <SampleStatements />
        {problem !== null && <ErrorNotice error={problem} />}
        {coverage.error !== null && <ErrorNotice error={coverage.error} />}
        {shown === null ? (
          <Skeleton rows={10} pieces={6} />
        ) : shown.rows.length === 0 ? (
          <Empty
            icon="ledger"
            title={t('statementCoverage.empty')}
            lead={t('statementCoverage.emptyLead')}
            actions={<Button onPress={wallets.retry}>{t('statementCoverage.list')}</Button>}
          />
        ) : (
          <Matrix coverage={shown} selected={selected} onToggle={toggle} onToggleAll={toggleAll} />
        )}
      </div>
      <InboxPeek />
    </Split>
  );
}
