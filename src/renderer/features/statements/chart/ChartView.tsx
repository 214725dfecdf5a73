import { useMemo, useState } from 'react';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type {
  Chart,
  ChartParty,
  PictureFormat,
} from '../../../../shared/model/statements/statement-chart.ts';
import type { GroupKey } from '../../../../shared/model/statements/statement-groups.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import { GroupFilters } from '../groups/GroupFilters.tsx';
import { filterOfGroup } from '../groups/grouping.ts';
import styles from './Chart.module.css';
import { ChartBar } from './ChartBar.tsx';
import { chartRequest, dateColumnOf } from './chart-choice.ts';
import { currenciesOf, viewerName } from './chart-names.ts';
import { type ChartTheme, readPaperTheme, useChartTheme } from './chart-theme.ts';
import { type DayRange, dateOf } from './days.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { figureTable } from './figure-rows.ts';
import { balanceFigures, flowFigures, type TimeFigures } from './figures.ts';
import { legendOf } from './legend-items.ts';
import { PartiesChart } from './PartiesChart.tsx';
import { drawParties, drawTime, type PictureTexts } from './picture.ts';
import { paintPng } from './shapes.ts';
import { TimeChart } from './TimeChart.tsx';

const markClasses = { line: styles.line, box: styles.box, diamond: styles.diamond } as const;

/** What the colours and marks of a chart mean. */
function Legend({ figures }: { readonly figures: TimeFigures }) {
  const theme = useChartTheme();
  return (
    <ul className={styles.legend}>
      {legendOf(figures).map(({ text, mark, color }) => (
        <li key={text} className="row gap-2 min-w-0 break-anywhere">
          <span
            className={classNames(styles.mark, markClasses[mark])}
            style={{ background: theme[color] }}
            aria-hidden="true"
          />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Loads the chart of the rows in view; the previous chart of the same kind while another one is loading. */
function useChart() {
  const { handle, opened, view, appliedView, viewQuery, chart: choice } = useViewer();
  const request = chartRequest(choice, opened.columns);
  const query = 'query' in request ? request.query : null;
  const filters = JSON.stringify(view.filters);
  // The chart is that of the view that main has applied.
  const isReady = query !== null && appliedView?.filters === filters;
  const { value, error, retry } = useQuery({
    queryKey: isReady ? JSON.stringify([handle, filters, query]) : '',
    load: async () => (isReady ? call('viewer.query', { action: 'chart', handle, query }) : null),
  });
  const [latest, setLatest] = useState<Chart | null>(null);
  if (value !== null && value !== latest) setLatest(value);
  const chart = value ?? latest;
  return {
    obstacle: 'obstacle' in request ? request.obstacle : null,
    chart: chart?.kind === query?.kind ? chart : null,
    error: error ?? viewQuery.error,
    retry,
  };
}

const wholeDates = /^(?<since>\d{4}-\d\d-\d\d)\.\.(?<till>\d{4}-\d\d-\d\d)$/;

/** Formats a filter of dates as a period; as the clerk typed it if it has no two whole dates. */
function formatRange(text: string): string {
  const { since, till } = wholeDates.exec(text)?.groups ?? {};
  return since === undefined || till === undefined ? text : formatPeriod(since, till);
}

/** The filters of the rows in the chart, and the way to the rows. */
function ChartFilters() {
  const { opened, view, filterTexts, dispatch } = useViewer();
  const date = dateColumnOf(opened.columns);
  const range = date === null ? '' : (filterTexts.get(date) ?? '').trim();
  if (view.filters.length === 0) return null;
  return (
    <div className={styles.filters}>
      {range !== '' && date !== null && (
        <>
          <span className="num">{t('statementChart.range', { range: formatRange(range) })}</span>
          <LinkButton small onPress={() => dispatch({ type: 'filter-column', column: date, text: '' })}>
            {t('statementChart.allDates')}
          </LinkButton>
        </>
      )}
      <GroupFilters />
      <Button size="small" onPress={() => dispatch({ type: 'show', mode: 'rows' })}>
        {t('statementChart.showRows')}
      </Button>
      <LinkButton small onPress={() => dispatch({ type: 'filter-rows', filter: null })}>
        {t('statementViewer.filter.clear', { count: view.filters.length })}
      </LinkButton>
    </div>
  );
}

/** Returns sentences about what is not in a chart, or not certain. */
function notesOf(chart: Chart): string[] {
  if (chart.kind === 'parties') return [];
  const undated = chart.undated === 0 ? [] : [t('statementChart.undated', { count: chart.undated })];
  if (chart.kind === 'flows') return undated;
  const points = chart.series.flatMap(({ segments }) => segments.flatMap((segment) => segment.points));
  return [
    ...undated,
    ...(chart.omitted === 0 ? [] : [t('statementChart.omitted', { count: chart.omitted })]),
    ...(points.some(({ from, till }) => from !== till) ? [t('statementChart.merged')] : []),
    ...(chart.isOrdered ? [] : [t('statementChart.unordered')]),
  ];
}

function NoChart({
  reason,
}: {
  readonly reason: 'noDates' | 'noBalances' | 'noAmounts' | 'noRows' | 'tooMany';
}) {
  return (
    <Empty
      icon="activity"
      title={t(`statementChart.empty.${reason}`)}
      lead={t(`statementChart.empty.${reason}Lead`)}
    />
  );
}

interface ShownChartProps {
  readonly chart: Chart;
  readonly currency: string;
  /** `null` for counterparties, and when no row has figures. */
  readonly figures: TimeFigures | null;
}

/** The chart with its legend, notes and table. */
function ShownChart({ chart, currency, figures }: ShownChartProps) {
  const { opened, dispatch } = useViewer();
  const date = dateColumnOf(opened.columns);
  const table = useMemo(
    () => (chart.kind === 'parties' ? null : figureTable(chart, currency)),
    [chart, currency],
  );
  const showDays = ({ from, till }: DayRange) => {
    if (date !== null)
      dispatch({ type: 'filter-column', column: date, text: `${dateOf(from)}..${dateOf(till)}` });
  };
  if (chart.kind === 'parties') return <Parties chart={chart} currency={currency} />;
  if (figures === null || table === null) return <NoChart reason="noRows" />;
  const notes = notesOf(chart);
  return (
    <div className={styles.body}>
      <TimeChart
        label={formatPlainList([t(`statementChart.kind.${chart.kind}`), currency])}
        figures={figures}
        onBrush={showDays}
      />
      <Legend figures={figures} />
      {notes.length > 0 && <p className="flex-none text-sm dim">{notes.join(' ')}</p>}
      <FiguresTable table={table} />
    </div>
  );
}

function Parties({
  chart: { currencies, scale },
  currency,
}: {
  readonly chart: Extract<Chart, { kind: 'parties' }>;
  readonly currency: string;
}) {
  const { opened, chart: choice, dispatch } = useViewer();
  const request = chartRequest(choice, opened.columns);
  const sides = currencies.find((own) => own.currency === currency);
  if (sides === undefined || !('query' in request) || request.query.kind !== 'parties')
    return <NoChart reason="noRows" />;
  const { amount, party: column } = request.query;
  const openParty = ({ row, name }: ChartParty) => {
    const keys: GroupKey[] = [{ kind: 'cell', column }];
    dispatch({ type: 'open-group', group: filterOfGroup({ amount, keys }, { keys: [name], currency, row }) });
  };
  return (
    <div className={styles.body}>
      <PartiesChart {...sides} scale={scale} currency={currency} onOpen={openParty} />
    </div>
  );
}

/** The rows of the view as a chart: balance over time, in and out, or the largest counterparties. */
export function ChartView() {
  const viewer = useViewer();
  const { handle, opened, rows, chart: choice, attempt } = viewer;
  const theme = useChartTheme();
  const { chart, obstacle, error, retry } = useChart();
  const currencies = chart === null ? [] : currenciesOf(chart);
  const currency = currencies.find((own) => own === choice.currency) ?? currencies[0] ?? '';
  const figures = useMemo(() => {
    if (chart === null || chart.kind === 'parties') return null;
    return chart.kind === 'balance'
      ? balanceFigures(chart, currency, choice.series)
      : flowFigures(chart, currency);
  }, [chart, currency, choice.series]);
  const sides = chart?.kind === 'parties' ? chart.currencies.find((own) => own.currency === currency) : null;
  /** Draws the chart; `null` if there is none. */
  const paint = async (colors: ChartTheme): Promise<string | null> => {
    if (chart === null) return null;
    const texts: PictureTexts = {
      title: t(`statementChart.kind.${chart.kind}`),
      subtitle: formatPlainList([viewerName(viewer), currency]),
      origin:
        rows === opened.rows
          ? t('statementViewer.shown.all', { all: opened.rows })
          : t('statementViewer.shown.some', { count: rows, all: opened.rows }),
    };
    if (figures !== null) return paintPng(await drawTime(figures, texts, colors));
    if (sides === undefined || sides === null) return null;
    return paintPng(drawParties({ ...sides, scale: chart.scale }, texts, colors));
  };
  const isDrawn = error === null && (figures !== null || (sides ?? null) !== null);
  const print = async () => {
    const picture = await paint(readPaperTheme());
    if (picture !== null) await call('viewer.export', { action: 'print', content: 'chart', handle, picture });
  };
  const save = async (format: PictureFormat) => {
    const picture = await paint(format === 'pdf' ? readPaperTheme() : theme);
    if (picture === null || chart === null) return;
    const { kind } = chart;
    const { savedAs } = await call('viewer.export', { action: 'chart', handle, kind, format, picture });
    toastSaved(savedAs);
  };
  return (
    <>
      <ChartBar
        chart={chart}
        currency={currency}
        onSave={isDrawn ? (format) => attempt(save(format)) : null}
        onPrint={() => attempt(print())}
      />
      <ChartFilters />
      {error !== null && (
        <ErrorNotice
          error={error}
          actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>}
        />
      )}
      {error === null && obstacle !== null && <NoChart reason={obstacle} />}
      {error === null && obstacle === null && chart === null && <Skeleton rows={8} pieces={3} />}
      {error === null &&
        chart !== null &&
        (chart.kind !== 'balance' && chart.hasTooMany ? (
          <NoChart reason="tooMany" />
        ) : (
          <ShownChart chart={chart} currency={currency} figures={figures} />
        ))}
    </>
  );
}
