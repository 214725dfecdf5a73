/** @file Decides what each column holds: numbers, dates or text, by its cells and the clerk's choices. */
import type { ReadOptions } from '../../../shared/model/statements/open-statement.ts';
import { type Layout, separators } from '../read/layout.ts';
import { type CellCollector, guessRows, tokenize } from '../read/tokenize.ts';
import type { DateRule } from './date-rule.ts';
import { DateCollector, type DateColumn } from './dates.ts';
import type { DecimalRule } from './decimal-rule.ts';
import { namesDate, namesMoney } from './header-names.ts';
import { NumberCollector, type NumberColumn } from './numbers.ts';

export type Column = { readonly name: string } & (
  | { readonly kind: 'text' }
  | ({ readonly kind: 'number' } & NumberColumn)
  | ({ readonly kind: 'date' } & DateColumn)
  /** Ambiguous numbers or dates, shown as text until the clerk decides. */
  | { readonly kind: 'undecided'; readonly of: 'number' | 'date' }
);

/** Collectors for the columns that may hold numbers or dates. */
export interface ColumnCollectors {
  readonly numbers: readonly (NumberCollector | null)[];
  readonly dates: readonly (DateCollector | null)[];
}

/** Number of rows of the sample in which columns of numbers and dates are recognized. */
const sampleRows = 400;
/** Number of bytes of the sample. */
const sampleBytes = 1 << 16;
const maxColumns = 512;
/** Maximum number of rows for which collectors reserve memory in advance. */
const maxAllocatedRows = 4_000_000;

/** Combines the two collectors of a column, for the sample. */
function combineCollectors(numbers: NumberCollector, dates: DateCollector): CellCollector {
  return {
    kind: 'number',
    isDone: false,
    collect(row, bytes, start, end) {
      if (!numbers.isDone) numbers.collect(row, bytes, start, end);
      if (!dates.isDone) dates.collect(row, bytes, start, end);
    },
    collectParsed: () => undefined,
  };
}

/**
 * Creates collectors for the columns whose first rows look like numbers or dates, and for the columns that the clerk
 * declared to be numbers or dates.
 */
export function createCollectors(
  text: Uint8Array,
  layout: Layout,
  headRows: number,
  { names, options }: { readonly names: readonly string[]; readonly options: ReadOptions },
): ColumnCollectors {
  const sample = text.subarray(0, sampleBytes);
  const isNamedMoney = (index: number) => namesMoney(names[index] ?? '');
  const columns = Array.from({ length: Math.min(layout.columns, maxColumns) }, (_, index) => ({
    numbers: new NumberCollector(sampleRows, { stopsEarly: true, isNamedMoney: isNamedMoney(index) }),
    dates: new DateCollector(sampleRows, { stopsEarly: true, isNamedDate: namesDate(names[index] ?? '') }),
  }));
  tokenize(sample, {
    separator: separators[layout.separator],
    expected: layout.columns,
    head: headRows,
    collectors: columns.map(({ numbers, dates }) => combineCollectors(numbers, dates)),
  });
  const isWhole = sample.length === text.length;
  const rows = Math.min(guessRows(text), maxAllocatedRows);
  const kinds = columns.map(({ numbers, dates }, index) => {
    const chosenKind = options.columns?.[index]?.type;
    if (chosenKind !== undefined) return chosenKind;
    if (dates.determineRule() !== null) return 'date';
    const looksNumeric = isWhole ? numbers.determineRule() !== null : !numbers.isDone;
    return looksNumeric ? 'number' : 'text';
  });
  return {
    numbers: kinds.map((kind, index) =>
      kind === 'number' ? new NumberCollector(rows, { isNamedMoney: isNamedMoney(index) }) : null,
    ),
    dates: kinds.map((kind, index) =>
      kind === 'date' ? new DateCollector(rows, { isNamedDate: namesDate(names[index] ?? '') }) : null,
    ),
  };
}

/** Finds the rule that all unambiguous columns share, for ambiguous columns; `null` for none. */
function findCommonRule<Rule extends string>(
  found: readonly (string | null)[],
  rules: readonly [Rule, Rule],
): Rule | null {
  const [firstFound, secondFound] = rules.filter((rule) => found.includes(rule));
  return secondFound === undefined ? (firstFound ?? null) : null;
}

/** Decides what each column holds, after all rows were collected. */
export function decideColumns(
  names: readonly string[],
  collectors: ColumnCollectors,
  rows: number,
  options: ReadOptions,
): Column[] {
  const isForced = (index: number) => options.columns?.[index]?.type !== undefined;
  const numberRules = collectors.numbers.map((collector, index) =>
    collector === null ? null : isForced(index) ? collector.determineForcedRule() : collector.determineRule(),
  );
  const dateRules = collectors.dates.map((collector, index) =>
    collector === null ? null : isForced(index) ? collector.determineForcedRule() : collector.determineRule(),
  );
  const decimals = options.decimals ?? findCommonRule<'point' | 'comma'>(numberRules, ['point', 'comma']);
  const order =
    options.dates ?? findCommonRule<'day-first' | 'month-first'>(dateRules, ['day-first', 'month-first']);

  const isThai = names.some((name) => /\p{Script=Thai}/u.test(name));
  function dateColumn(index: number, collector: DateCollector, foundRule: DateRule): Column {
    const name = names[index] ?? '';
    const rule = options.columns?.[index]?.dates ?? (foundRule === 'ambiguous' ? order : foundRule);
    if (rule === null) return { name, kind: 'undecided', of: 'date' };
    return { name, kind: 'date', ...collector.buildColumn(rule, rows, isThai) };
  }
  function numberColumn(index: number, collector: NumberCollector, foundRule: DecimalRule): Column {
    const name = names[index] ?? '';
    const rule = options.columns?.[index]?.decimals ?? (foundRule === 'ambiguous' ? decimals : foundRule);
    if (rule === null) return { name, kind: 'undecided', of: 'number' };
    return { name, kind: 'number', ...collector.buildColumn(rule, rows) };
  }
  return names.map((name, index): Column => {
    const dates = collectors.dates[index] ?? null;
    const dateRule = dateRules[index] ?? null;
    if (dates !== null && dateRule !== null) return dateColumn(index, dates, dateRule);
    const numbers = collectors.numbers[index] ?? null;
    const numberRule = numberRules[index] ?? null;
    if (numbers !== null && numberRule !== null) return numberColumn(index, numbers, numberRule);
    return { name, kind: 'text' };
  });
}
