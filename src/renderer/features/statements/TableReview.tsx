import { useEffect, useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { ChosenRows } from '../../../shared/contract/review.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import {
  type CheckPoint,
  type CurrencySum,
  type ReadOptions,
  type ReviewFilter,
  type View,
  viewSchema,
} from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { announce } from '../../app/announcer.ts';
import { go, type Places } from '../../app/routes.ts';
import { call } from '../../bridge.ts';
import { Button, IconButton, LinkButton } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { State } from '../../components/State.tsx';
import { readFilter } from './filters.ts';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import { ReadDialog } from './ReadDialog.tsx';
import { nameOf, ReviewGrid } from './ReviewGrid.tsx';
import { ReviewTitle } from './ReviewTitle.tsx';
import { SumsTable } from './SumsTable.tsx';

const words = statementScreenWords.review;
type ReviewHit = NonNullable<Places['statements']['hit']>;
type OpenStatement = CommandResult<'review.open'>;
/** Columns that are shown of a wide file until the clerk chooses others. */
const columnsAtFirst = 60;

/** The view that is shown: its name, and what main said of it. */
interface Made {
  readonly name: string;
  readonly rows: number;
  readonly hits: number;
}

/** Props of {@link TableReview}. */
export interface TableReviewProps extends OpenStatement {
  readonly options: ReadOptions;
  readonly onOptions: (options: ReadOptions) => void;
  /** The cell to begin at, and to mark. */
  readonly start: ReviewHit | null;
}

function useMade(handle: number, view: View, onError: (error: PaydeskError) => void): Made | null {
  const [made, setMade] = useState<Made | null>(null);
  const name = JSON.stringify(view);
  useEffect(() => {
    let wanted = true;
    call('review.view', { handle, view: viewSchema.parse(JSON.parse(name)) }).then(
      ({ rows, hits }) => {
        if (wanted) setMade({ name, rows, hits });
      },
      (thrown: unknown) => {
        if (wanted) onError(toPaydeskError(thrown));
      },
    );
    return () => {
      wanted = false;
    };
  }, [handle, name, onError]);
  return made;
}

/** A statement that is a CSV: its rows, sums and checks. */
export function TableReview({ handle, statement, opened, options, onOptions, start }: TableReviewProps) {
  const [reading, setReading] = useState(false);
  const [sort, setSort] = useState<View['sort']>(null);
  const [filterTexts, setFilterTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const [rowFilter, setRowFilter] = useState<readonly number[] | null>(null);
  const [find, setFind] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        opened.columns
          .map((_, index) => index)
          .filter((index) => index >= columnsAtFirst && index !== start?.column),
      ),
  );
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [hit, setHit] = useState(0);
  const [target, setTarget] = useState<{ place: number } | null>(
    start === null ? null : { place: start.row },
  );
  const [sums, setSums] = useState<readonly CurrencySum[]>([]);
  const [points, setPoints] = useState<readonly CheckPoint[]>([]);
  const [error, setError] = useState<PaydeskError | null>(null);
  const columns = opened.columns.map((_, index) => index).filter((index) => !hidden.has(index));
  const filters: ReviewFilter[] = [...filterTexts].flatMap(([index, text]) => {
    const column = opened.columns[index];
    const filter = column === undefined ? null : readFilter(text, column, index);
    return filter === null || filter === 'wrong' ? [] : [filter];
  });
  if (rowFilter !== null) filters.push({ kind: 'rows', rows: [...rowFilter] });
  const view: View = { sort, filters, find };
  const made = useMade(handle, view, setError);
  const amount = opened.columns.findIndex(({ role }) => role === 'amount');
  const rowChoice: ChosenRows = selected.size > 0 ? { kind: 'some', rows: [...selected] } : { kind: 'view' };
  const sumsOf = `${made?.name ?? ''} ${[...selected].join()}`;

  useEffect(() => {
    if (amount < 0 || sumsOf.trim() === '') return;
    const rows =
      selected.size > 0 ? { kind: 'some' as const, rows: [...selected] } : { kind: 'view' as const };
    call('review.sums', { handle, column: amount, rows }).then(
      (answer) => setSums(answer.sums),
      () => undefined,
    );
  }, [handle, amount, sumsOf, selected]);
  useEffect(() => {
    call('review.check', { handle }).then(
      (answer) => setPoints(answer.points),
      (thrown: unknown) => setError(toPaydeskError(thrown)),
    );
  }, [handle]);

  const attempt = (work: Promise<unknown>) => {
    setError(null);
    work.catch((thrown: unknown) => setError(toPaydeskError(thrown)));
  };
  const goToHit = async (index: number) => {
    const hits = made?.hits ?? 0;
    if (hits === 0) return;
    const wanted = (index + hits) % hits;
    const { place } = await call('review.hit', { handle, index: wanted });
    setHit(wanted);
    if (place !== null) setTarget({ place });
  };
  const copy = async () => {
    const { rows } = await call('review.copy', { handle, rows: rowChoice, columns });
    announce(words.copied(rows));
  };
  const getProofs = async () => {
    const { references } = await call('review.references', { handle, rows: rowChoice });
    if (references.length === 0) return announce(words.noReferences);
    await call('proofs.fetch', { references, refresh: false });
    go('proofs');
  };
  const exported = async (work: Promise<{ savedAs: string | null }>) => {
    const { savedAs } = await work;
    if (savedAs !== null) announce(words.saved(savedAs));
  };
  const undecided = opened.columns.filter(({ kind }) => kind === 'undecided');
  const rows = made?.rows ?? opened.rows;
  const filterCount = filters.length;

  return (
    <>
      <Toolbar roomy>
        <ReviewTitle statement={statement} />
        <Spread />
        <SearchField
          label={words.find}
          placeholder={words.find}
          value={find}
          onChange={(text) => {
            setFind(text);
            setHit(0);
          }}
          width={220}
        />
        {find.trim() !== '' && made !== null && (
          <span className="review-hits num sm dim" role="status">
            {made.hits === 0 ? words.notFound : words.found(hit + 1, made.hits)}
            <IconButton
              icon="chevron-up"
              label={words.previous}
              size="tiny"
              onPress={() => attempt(goToHit(hit - 1))}
            />
            <IconButton
              icon="chevron-down"
              label={words.next}
              size="tiny"
              onPress={() => attempt(goToHit(hit + (target === null ? 0 : 1)))}
            />
          </span>
        )}
        <Menu
          label={words.columnsLabel}
          trigger={
            <Button size="small" icon="columns">
              {words.columns(columns.length, opened.columns.length)}
            </Button>
          }
          entries={opened.columns.slice(0, 200).map((column, index) => ({
            id: String(index),
            word: nameOf(column, index),
            ...(hidden.has(index) ? {} : { icon: 'check' as const }),
            ...(column.rule === null ? {} : { more: words.rules[column.rule] }),
            onAction: () => {
              const next = new Set(hidden);
              if (!next.delete(index) && columns.length > 1) next.add(index);
              setHidden(next);
            },
          }))}
        />
        <Button size="small" onPress={() => setReading(true)}>
          {words.read.open(words.encodings[opened.encoding])}
        </Button>
        <Button
          size="small"
          icon="download"
          onPress={() => attempt(exported(call('review.exportView', { handle, columns })))}
        >
          {words.exportView}
        </Button>
        <Button
          size="small"
          onPress={() => attempt(exported(call('review.exportOriginal', { statementId: statement.id })))}
        >
          {words.exportOriginal}
        </Button>
      </Toolbar>
      {reading && (
        <ReadDialog
          statementId={statement.id}
          opened={opened}
          onClose={() => setReading(false)}
          onRead={(read) => {
            setReading(false);
            onOptions({ ...options, ...read });
          }}
        />
      )}
      <Split panel={<IntegrityPanel points={points} onShowRows={(of) => setRowFilter(of)} />}>
        {undecided.length > 0 && (
          <Toolbar>
            <span>{words.undecided}</span>
            <Button size="tiny" onPress={() => onOptions({ ...options, decimals: 'point' })}>
              {words.asPoint}
            </Button>
            <Button size="tiny" onPress={() => onOptions({ ...options, decimals: 'comma' })}>
              {words.asComma}
            </Button>
            <Button size="tiny" onPress={() => onOptions({ ...options, dates: 'day-first' })}>
              {words.dayFirst}
            </Button>
            <Button size="tiny" onPress={() => onOptions({ ...options, dates: 'month-first' })}>
              {words.monthFirst}
            </Button>
          </Toolbar>
        )}
        <Toolbar selected={selected.size > 0}>
          {selected.size > 0 && (
            <>
              <strong className="num">{words.selected(selected.size)}</strong>
              <Button size="small" variant="primary" icon="proof" onPress={() => attempt(getProofs())}>
                {words.proofs(selected.size)}
              </Button>
              <Button size="small" icon="copy" onPress={() => attempt(copy())}>
                {words.copy}
              </Button>
              <Button size="small" variant="quiet" onPress={() => setSelected(new Set())}>
                {statementScreenWords.clear}
              </Button>
            </>
          )}
          {selected.size === 0 && <State icon="lock">{words.offline}</State>}
          <Spread />
          <span className="sm dim num" role="status">
            {words.shown(rows, opened.rows)}
          </span>
          {filterCount > 0 && (
            <LinkButton
              small
              onPress={() => {
                setFilterTexts(new Map());
                setRowFilter(null);
              }}
            >
              {words.clearFilters(filterCount)}
            </LinkButton>
          )}
        </Toolbar>
        {error !== null && <ErrorNotice error={error} />}
        <ReviewGrid
          handle={handle}
          opened={opened}
          columns={columns}
          view={view}
          made={made === null ? '' : `${handle} ${made.name}`}
          rows={rows}
          selected={selected}
          onSelected={setSelected}
          onSort={(column) =>
            setSort(
              sort?.column === column
                ? sort.descending
                  ? null
                  : { column, descending: true }
                : { column, descending: false },
            )
          }
          filterTexts={filterTexts}
          onFilterText={(column, text) => setFilterTexts(new Map([...filterTexts, [column, text]]))}
          target={target}
          marked={start}
          onCopy={() => attempt(copy())}
        />
        {amount >= 0 && (
          <SumsTable
            title={selected.size > 0 ? words.sums.selected(selected.size) : words.sums.all(rows, opened.rows)}
            sums={sums}
            scale={opened.columns[amount]?.scale ?? 2}
          />
        )}
      </Split>
    </>
  );
}
