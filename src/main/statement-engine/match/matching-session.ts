/** @file A statement matched with a ledger: its summary, its matches, and the open rows of both files. */
import { PaydeskError } from '../../../shared/errors.ts';
import { decimalText } from '../../../shared/model/proofs/amount.ts';
import {
  type ClerkLinks,
  type MatchedRow,
  type MatchKind,
  type MatchProposal,
  type MatchSettings,
  type MatchSide,
  type MatchSummary,
  matchKindSchema,
  type OpenListing,
  type OpenRow,
  type ProposalGroup,
  type RowLink,
  type RowMatch,
  type SideSummary,
} from '../../../shared/model/statements/ledger.ts';
import { directionsOf } from '../columns/directions.ts';
import { determineMeanings } from '../columns/roles.ts';
import { MoneySums } from '../query/money-sums.ts';
import { buildDictionary } from '../query/sums.ts';
import { releaseTable, type Table } from '../read/table.ts';
import { findLedgerName } from './ledger-columns.ts';
import { type MatchResult, matchRows } from './match.ts';
import { type MatchedTable, type MatchInput, noDay, readMatchInput } from './match-rows.ts';
import { none } from './match-state.ts';
import type { RowGroup } from './relations.ts';
import { summarizeSide } from './side-summary.ts';

/** Maximum bytes of a cell in the window; exports have the whole cell. */
const maxShown = 400;
const millisecondsPerDay = 86_400_000;

interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly isWhole: boolean;
}

interface MatchingChoice {
  readonly settings: MatchSettings;
  readonly links: ClerkLinks;
}

/** Words of a column of directions that do not depend on whose books they are in, unlike debit and credit. */
const plainDirections = new Set(
  'in|out|incoming|outgoing|inflow|outflow|money in|money out|paid in|paid out|deposit|withdrawal|eingang|ausgang|entrada|saida|entrata|uscita|entree|sortie|+|-'.split(
    '|',
  ),
);

function hasPlainDirections(table: Table, column: number | null): boolean {
  const words = column === null ? [] : (buildDictionary(table, column)?.words ?? []);
  const directionIn = directionsOf(words);
  const known = words.filter((word) => word !== '' && directionIn(word) !== 0);
  return known.length > 0 && known.every((word) => plainDirections.has(word.toLowerCase()));
}

/** Opens a ledger for matching. Throws `ledger-not-table` and `ledger-ambiguous`. */
export function openLedger(table: Table): MatchedTable & { readonly hasDirections: boolean } {
  const meanings = determineMeanings(table);
  const { roles } = meanings;
  const money = new MoneySums({ table, meanings, union: null }, (column) => buildDictionary(table, column));
  const hasAmounts = roles.amount !== null || roles.debit !== null || roles.credit !== null;
  if (table.rows === 0 || table.columns.length < 2 || (!hasAmounts && roles.reference === null))
    throw new PaydeskError('ledger-not-table', 'The file has no column of references or amounts');
  const name = findLedgerName(table, roles);
  const matched = { table, roles, money, reference: roles.reference, name, currency: null };
  requireCertainColumns(matched, 'ledger');
  return { ...matched, hasDirections: hasPlainDirections(table, roles.direction) };
}

/** Throws `ledger-ambiguous` when a date or an amount could be read in two ways. */
export function requireCertainColumns(
  { table, roles }: Pick<MatchedTable, 'table' | 'roles'>,
  side: MatchSide,
): void {
  const used = [roles.date, roles['value-date'], roles.amount, roles.debit, roles.credit, roles.fee];
  const ambiguous = used.flatMap((index) => {
    const column = index === null ? undefined : table.columns[index];
    return column?.kind === 'undecided' ? [column.name] : [];
  });
  if (ambiguous.length === 0) return;
  throw new PaydeskError('ledger-ambiguous', 'A column can be read in two ways', {
    details: { side, columns: ambiguous },
  });
}

export class MatchingSession {
  readonly #tables: Record<MatchSide, MatchedTable>;
  readonly #hasDirections: boolean;
  readonly #input: MatchInput;
  #result: MatchResult;
  /** Rows that were listed last. */
  #listed: { readonly key: string; readonly rows: Int32Array } | null = null;

  constructor(
    statement: MatchedTable,
    { hasDirections, ...ledger }: ReturnType<typeof openLedger>,
    choice: MatchingChoice,
  ) {
    this.#hasDirections = hasDirections;
    const { references, ...input } = readMatchInput(statement, ledger);
    this.#tables = {
      statement: { ...statement, reference: references.statement },
      ledger: { ...ledger, reference: references.ledger },
    };
    this.#input = input;
    this.#result = this.#match(choice);
  }

  /** Number of rows before the data in the file of the ledger. */
  get ledgerHead(): number {
    return this.#tables.ledger.table.head;
  }

  /** Frees the memory of the ledger. The session is unusable afterwards. */
  dispose(): void {
    releaseTable(this.#tables.ledger.table);
  }

  /** Matches again with other settings or links. */
  rematch(choice: MatchingChoice): void {
    this.#result = this.#match(choice);
    this.#listed = null;
  }

  #match(choice: MatchingChoice): MatchResult {
    return matchRows(this.#input, { ...choice, hasDirections: this.#hasDirections });
  }

  summary(): MatchSummary {
    const { state, signs, stoppedSearches, unfitLinks } = this.#result;
    return {
      statement: this.#summarize('statement'),
      ledger: this.#summarize('ledger'),
      matches: state.countKinds(),
      signs,
      currencies: this.#input.currencies,
      stoppedSearches,
      unfitLinks,
    };
  }

  #summarize(side: MatchSide): SideSummary {
    const scale = this.#scaleOf(side);
    const unitsOf = (row: number) => this.#unitsOf(side, row, scale);
    return summarizeSide(this.#input, side, { state: this.#result.state, unitsOf, scale });
  }

  /** Returns a state of each row of the statement: 1 for a match, 2 for a row that needs a decision, otherwise 0. */
  rowStates(): Uint8Array {
    const { state } = this.#result;
    const { matches } = state.statement;
    const states = new Uint8Array(matches.length);
    for (let row = 0; row < states.length; row += 1) {
      if (matches[row] !== none) states[row] = 1;
      else if (state.isUndecided('statement', row)) states[row] = 2;
    }
    return states;
  }

  /** Returns matches that one of `kinds` made, in the order in which they were found. */
  matches(
    kinds: readonly MatchKind[],
    { offset, limit, isWhole }: Page,
  ): { total: number; matches: RowMatch[] } {
    const { state } = this.#result;
    const wanted = new Set(kinds);
    const listed = this.#list(
      `matches ${matchKindSchema.options.filter((kind) => wanted.has(kind)).join()}`,
      () =>
        Int32Array.from({ length: state.count }, (_, match) => match).filter((match) =>
          wanted.has(state.kindOf(match)),
        ),
    );
    const page = [...listed.subarray(offset, offset + limit)];
    const describe = (match: number): RowMatch => {
      const rows = { statement: state.rowsOf('statement', match), ledger: state.rowsOf('ledger', match) };
      return { kind: state.kindOf(match), ...this.#describe(rows, isWhole) };
    };
    return { total: listed.length, matches: page.map(describe) };
  }

  /** Returns the groups of proposals, the largest first. */
  proposalGroups(): ProposalGroup[] {
    const groups = new Map<string, ProposalGroup>();
    for (const { rule, against, statement, ledger } of this.#result.state.proposals) {
      const key = `${rule} ${against.join()}`;
      const { proposals, rows } = groups.get(key) ?? { proposals: 0, rows: 0 };
      const rowsOfBoth = rows + statement.length + ledger.length;
      groups.set(key, { rule, against: [...against], proposals: proposals + 1, rows: rowsOfBoth });
    }
    return [...groups.values()].sort((one, two) => two.proposals - one.proposals);
  }

  /** Returns the rows of the proposals of a group; `null` for all groups. */
  proposals(
    group: Pick<ProposalGroup, 'rule' | 'against'> | null,
    { offset, limit, isWhole }: Page,
  ): { total: number; proposals: MatchProposal[] } {
    const listed = this.#result.state.proposals.filter(
      ({ rule, against }) =>
        group === null || (rule === group.rule && against.join() === group.against.join()),
    );
    return {
      total: listed.length,
      proposals: listed.slice(offset, offset + limit).map(({ rule, against, ...rows }) => ({
        ...this.#describe(rows, isWhole),
        kind: rule,
        against: [...against],
      })),
    };
  }

  /** Returns open rows of one file, in the order of the file. */
  openRows(
    { side, only }: { readonly side: MatchSide; readonly only: OpenListing },
    { offset, limit, isWhole }: Page,
  ): { total: number; rows: OpenRow[] } {
    const { state, isCompared } = this.#result;
    const listed = this.#list(`${side} ${only}`, () =>
      Int32Array.from({ length: this.#input[side].rows }, (_, row) => row).filter((row) =>
        only === 'all' ? state.isOpen(side, row) : state.isUndecided(side, row),
      ),
    );
    const rows = [...listed.subarray(offset, offset + limit)].map((row): OpenRow => {
      const candidate = state[side].candidates[row] ?? none;
      return {
        ...this.#rowOf(side, row, isWhole),
        reason: state.reasonOf(side, row),
        isCompared: isCompared(side, row),
        candidate: candidate === none ? null : candidate,
      };
    });
    return { total: listed.length, rows };
  }

  /** Returns the place of a row among listed open rows; `null` for a row that is not listed. */
  placeOf(
    { side, only }: { readonly side: MatchSide; readonly only: OpenListing },
    row: number,
  ): number | null {
    this.openRows({ side, only }, { offset: 0, limit: 0, isWhole: false });
    const place = this.#listed?.rows.indexOf(row) ?? none;
    return place === none ? null : place;
  }

  /** Returns the match of a row; `null` for an open row. */
  matchOf(side: MatchSide, row: number): { readonly kind: MatchKind; readonly rows: RowLink } | null {
    const { state } = this.#result;
    const match = state[side].matches[row] ?? none;
    if (match === none) return null;
    const rows = {
      statement: [...state.rowsOf('statement', match)],
      ledger: [...state.rowsOf('ledger', match)],
    };
    return { kind: state.kindOf(match), rows };
  }

  /** Returns rows with their facts; `null` unless all exist and are open. */
  findOpenRows(link: RowLink): Record<MatchSide, MatchedRow[]> | null {
    const find = (side: MatchSide) =>
      link[side].every((row) => this.#result.state.isOpen(side, row))
        ? link[side].map((row) => this.#rowOf(side, row, false))
        : null;
    const [statement, ledger] = [find('statement'), find('ledger')];
    return statement === null || ledger === null ? null : { statement, ledger };
  }

  #list(key: string, find: () => Int32Array): Int32Array {
    if (this.#listed?.key !== key) this.#listed = { key, rows: find() };
    return this.#listed.rows;
  }

  /** Returns rows that belong together, or may, with the facts for it. */
  #describe(rows: RowGroup, isWhole: boolean): Omit<RowMatch, 'kind'> {
    const { relations } = this.#result;
    const [statementRow = 0] = rows.statement;
    const [ledgerRow = 0] = rows.ledger;
    const day = this.#input.statement.days[statementRow] ?? noDay;
    const otherDay = this.#input.ledger.days[ledgerRow] ?? noDay;
    return {
      statement: rows.statement.map((row) => this.#rowOf('statement', row, isWhole)),
      ledger: rows.ledger.map((row) => this.#rowOf('ledger', row, isWhole)),
      days: day === noDay || otherDay === noDay ? null : Math.abs(day - otherDay),
      isSameReference: relations.ofReferences(statementRow, ledgerRow) === 'same',
      isAlikeName: relations.ofNames(statementRow, ledgerRow) === 'same',
      hasOneCurrency: this.#hasOneCurrency(rows),
      difference: this.#differenceOf(rows),
    };
  }

  #hasOneCurrency(rows: RowGroup): boolean {
    const codes = (['statement', 'ledger'] as const).flatMap((side) =>
      rows[side].map((row) => this.#input[side].currencies[row] ?? 0),
    );
    return new Set(codes.filter((code) => code !== 0)).size < 2;
  }

  /** Returns the difference of the amounts of a match without a sign; `null` for equal amounts, without amounts, and in several currencies. */
  #differenceOf(rows: RowGroup): string | null {
    const scale = Math.max(this.#scaleOf('statement'), this.#scaleOf('ledger'));
    const sumOf = (side: MatchSide) => {
      const units = rows[side].map((row) => this.#unitsOf(side, row, scale));
      return units.every((amount) => amount !== null)
        ? units.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n)
        : null;
    };
    const statement = sumOf('statement');
    const ledger = sumOf('ledger');
    if (statement === null || ledger === null || !this.#hasOneCurrency(rows)) return null;
    const difference = statement - (this.#result.signs.use === 'reversed' ? -ledger : ledger);
    if (difference === 0n) return null;
    const digits = difference < 0n ? -difference : difference;
    return decimalText({ digits, scale });
  }

  /** Returns the number of decimals of the amounts of a file. */
  #scaleOf(side: MatchSide): number {
    const { roles, money } = this.#tables[side];
    const column = roles.amount ?? roles.debit ?? roles.credit;
    return column === null ? 0 : money.scaleOf(column);
  }

  /** Returns the exact amount of a row in minor units of a scale, as the file means it; `null` for none. */
  #unitsOf(side: MatchSide, row: number, scale: number): bigint | null {
    const { roles, money } = this.#tables[side];
    const column = roles.amount ?? roles.debit ?? roles.credit;
    const amounts = column === null ? null : money.amounts(column);
    const value = amounts?.values[row] ?? Number.NaN;
    if (column === null || amounts === null || Number.isNaN(value)) return null;
    return (amounts.large.get(row) ?? BigInt(value)) * 10n ** BigInt(scale - this.#scaleOf(side));
  }

  #rowOf(side: MatchSide, row: number, isWhole: boolean): MatchedRow {
    const { table, roles, reference, name } = this.#tables[side];
    const { days, currencies } = this.#input[side];
    const cells = table.cells(row, isWhole ? undefined : maxShown);
    const textOf = (column: number | null) => (column === null ? '' : (cells[column] ?? '').trim());
    const day = days[row] ?? noDay;
    const scale = this.#scaleOf(side);
    const units = this.#unitsOf(side, row, scale);
    return {
      row,
      date: day === noDay ? null : new Date(day * millisecondsPerDay).toISOString().slice(0, 10),
      amount: units === null ? null : decimalText({ digits: units, scale }),
      currency: this.#input.currencyNames[currencies[row] ?? 0] ?? '',
      reference: textOf(reference),
      name: textOf(name) || textOf(roles.description),
    };
  }
}
