/** @file Opens several statements as a combined statement. Their rows follow each other in the order in which they were added. */
import { maxCombinedBytes } from '../../../shared/contract/viewer.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import type { ColumnRole } from '../../../shared/model/statements/open-statement.ts';
import { determineMeanings, type Meanings, type Roles } from '../columns/roles.ts';
import { foldText } from '../read/fold.ts';
import type { OpenFile } from '../read/read-sealed.ts';
import type { Column, Table } from '../read/table.ts';
import { type UnitedColumn, uniteColumns } from './columns.ts';
import { FoldedText } from './folded-rows.ts';
import { findRepeatedRows } from './repeated-rows.ts';
import {
  type FoldedRange,
  partIndexOf,
  partOfRow,
  type StatementOrigin,
  type Union,
  type UnionPart,
} from './union.ts';
import { joinRows, rowNumberColumn, shareValues, shiftRows, uniteValues } from './values.ts';

/** Names of the columns that say where a row comes from. */
interface OriginNames {
  readonly wallet: string;
  readonly period: string;
  readonly row: string;
}

interface UnitedTable {
  readonly table: Table;
  readonly union: Union;
}

/** Maximum number of columns of all statements together. */
const maxColumns = 4_000;

type PendingPart = Omit<UnionPart, 'columns' | 'wallet' | 'period'> & {
  /** The united column of each column of the file. */
  readonly target: readonly number[];
  /** The folded text of a file whose columns have another order; `null` if its rows were copied unchanged. */
  readonly folded: Uint8Array | null;
};

/** Returns the roles of the united columns: a role is in one column, because columns are united by it. */
function uniteMeanings(columns: readonly UnitedColumn[], parts: readonly UnionPart[]): Meanings {
  const indexOf = (role: ColumnRole) => {
    const index = columns.findIndex((column) => column.role === role);
    return index < 0 ? null : index;
  };
  const roles: Roles = {
    date: indexOf('date'),
    'value-date': indexOf('value-date'),
    reference: indexOf('reference'),
    amount: indexOf('amount'),
    debit: indexOf('debit'),
    credit: indexOf('credit'),
    direction: indexOf('direction'),
    fee: indexOf('fee'),
    balance: indexOf('balance'),
    'opening-balance': indexOf('opening-balance'),
    'closing-balance': indexOf('closing-balance'),
    currency: indexOf('currency'),
    counterparty: indexOf('counterparty'),
    description: indexOf('description'),
    wallet: indexOf('wallet'),
    company: indexOf('company'),
  };
  return {
    roles,
    columns: columns.map((_, index) => {
      const own = parts.flatMap(({ columns: ownColumns, meanings }) => {
        const meaning = meanings.columns[ownColumns[index] ?? -1];
        return meaning === undefined ? [] : [meaning];
      });
      return {
        meaning: own.find(({ meaning }) => meaning !== null)?.meaning ?? null,
        isNamed: own.some(({ isNamed }) => isNamed),
        isSummed: own.some(({ isSummed }) => isSummed),
      };
    }),
  };
}

function tooLarge(size: number): PaydeskError {
  return new PaydeskError('statement-too-large', 'The statements do not fit into one table', {
    details: { size, max: maxCombinedBytes },
  });
}

/** Adds statements to a table, one after the other. The kernel's memory of a statement may be reused afterwards. */
export class TableUniter {
  readonly #names: OriginNames;
  readonly #folded: FoldedText;
  readonly #columns: UnitedColumn[] = [];
  readonly #pending: PendingPart[] = [];
  readonly #texts = new Map<string, FoldedRange>();

  /** `bytes` is the size of all files together. Throws `statement-too-large`. */
  constructor(names: OriginNames, origins: readonly StatementOrigin[], bytes: number) {
    if (bytes > maxCombinedBytes) throw tooLarge(bytes);
    const texts = new Set(origins.flatMap(({ wallet, period }) => [wallet, period]));
    this.#names = names;
    this.#folded = new FoldedText(bytes + 1_024);
    for (const text of texts) this.#texts.set(text, this.#folded.addText(foldText(text)));
  }

  /** Adds a statement, whose origin was announced at an index. Throws `statement-too-large`. */
  add({ bytes, table }: OpenFile, origin: StatementOrigin, index: number): void {
    const meanings = determineMeanings(table);
    const target = uniteColumns(this.#columns, table.columns, meanings);
    if (this.#columns.length > maxColumns || this.#folded.size + bytes.length > maxCombinedBytes)
      throw tooLarge(this.#folded.size + bytes.length);
    const firstRow = this.#folded.rows;
    const isCopied = this.#folded.add(table, target);
    const folded = isCopied ? null : table.tokens.folded.slice();
    this.#pending.push({ index, origin, firstRow, table, meanings, bytes, target, folded });
  }

  /** Unites the columns. No further statement can be added. */
  build(): UnitedTable {
    const { folded, foldedStarts } = this.#folded.take();
    const fileColumns = this.#columns.length;
    const rows = this.#folded.rows;
    const parts = this.#pending.map(({ target, folded: own, ...part }): UnionPart => {
      const { tokens, head } = part.table;
      const ownStarts = foldedStarts.subarray(part.firstRow, part.firstRow + part.table.rows + 1);
      const ownTokens =
        own === null
          ? { ...tokens, folded, foldedStarts: ownStarts, seek: null, hashing: null }
          : { ...tokens, folded: own, seek: null, hashing: null };
      const columns = this.#columns.map((_, index) => {
        const ownColumn = target.indexOf(index);
        return ownColumn < 0 ? null : ownColumn;
      });
      return {
        ...part,
        table: { ...part.table, tokens: ownTokens, head: own === null ? 0 : head },
        columns,
        wallet: this.#texts.get(part.origin.wallet) ?? noText,
        period: this.#texts.get(part.origin.period) ?? noText,
      };
    });
    const union = { parts, fileColumns, wallet: fileColumns, period: fileColumns + 1, row: fileColumns + 2 };
    const columns = [
      ...this.#columns.map((column, index) => uniteValues(column, index, rows, parts)),
      { name: this.#names.wallet, kind: 'text' } as const,
      { name: this.#names.period, kind: 'text' } as const,
      rowNumberColumn(this.#names.row, rows, parts),
    ];
    const sharedParts = parts.map((part) => withSharedValues(part, columns));
    const meanings = withOrigins(uniteMeanings(this.#columns, parts));
    return createUnitedTable({ ...union, parts: sharedParts, meanings }, columns, { folded, foldedStarts });
  }
}

const noText: FoldedRange = { start: 0, end: 0 };

function withSharedValues(part: UnionPart, columns: readonly Column[]): UnionPart {
  const own = part.table.columns.map((column, index) =>
    shareValues(column, columns[part.columns.indexOf(index)], part),
  );
  return { ...part, table: { ...part.table, columns: own } };
}

/** Adds the columns of the origin, which have no meaning for sums and checks. */
function withOrigins({ roles, columns }: Meanings): Meanings {
  const origin = { meaning: null, isNamed: true, isSummed: false };
  return { roles, columns: [...columns, origin, origin, origin] };
}

function createUnitedTable(
  union: Union,
  columns: readonly Column[],
  { folded, foldedStarts }: Pick<Table['tokens'], 'folded' | 'foldedStarts'>,
): UnitedTable {
  const { parts, fileColumns } = union;
  const rows = foldedStarts.length - 1;
  const ragged = joinRows(parts.map(({ table, firstRow }) => shiftRows(table.ragged, firstRow)));
  const isCertain = parts.every(({ table }) => table.encoding.certain);
  const openQuotes = parts.flatMap(({ table }) => table.tokens.openQuotes);
  return {
    union,
    table: {
      rows,
      columns,
      layout: {
        separator: ',',
        preamble: 0,
        headerRows: 1,
        columns: columns.length,
        certain: parts.every(({ table }) => table.layout.certain),
        isMisaligned: false,
        candidates: [],
      },
      encoding: { encoding: 'utf-8', mark: 0, certain: isCertain },
      text: new Uint8Array(),
      tokens: {
        rows,
        columns: columns.length,
        starts: new Uint32Array(),
        foldedStarts,
        folded,
        ragged,
        openQuotes,
        seek: null,
      },
      head: 0,
      ragged,
      unquotedAmount: null,
      options: {},
      origins: {
        first: fileColumns,
        rangeOf: (row, column) => {
          const part = partOfRow(union, row);
          if (part === undefined || column === union.row) return null;
          return column === union.wallet ? part.wallet : part.period;
        },
        originOf: (row) => {
          const index = partIndexOf(union, row);
          const part = parts[index];
          return part === undefined ? null : { index, row: row - part.firstRow };
        },
        repeatedRows: findRepeatedRows(parts, rows),
      },
      locate: null,
      cells(row, maxBytes) {
        const part = partOfRow(union, row);
        if (part === undefined) return [];
        const own = part.table.cells(row - part.firstRow, maxBytes);
        const cells = part.columns.map((column) => (column === null ? '' : (own[column] ?? '')));
        return [...cells, part.origin.wallet, part.origin.period, String(row - part.firstRow + 1)];
      },
    },
  };
}
