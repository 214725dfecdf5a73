/** @file The engine of one thread: opens statements and serves calls about them. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { findColumn } from '../../../shared/model/statements/column-layout.ts';
import { convertWorkbook } from '../../formats/xlsx/convert-workbook.ts';
import { ContentDeflater } from '../../formats/zip/deflated-content.ts';
import { checkPages, checkTable, dayNumber } from '../checks/integrity.ts';
import { determineRoles } from '../columns/roles.ts';
import { checkUnion } from '../combined/check.ts';
import { TableUniter } from '../combined/united-table.ts';
import { findSameRows } from '../compare/compare.ts';
import { noRow } from '../compare/compare-rows.ts';
import { ComparisonSession } from '../compare/comparison-session.ts';
import { duplicateReferencesBetween } from '../compare/duplicate-references.ts';
import { MatchingSession, openLedger, requireCertainColumns } from '../match/matching-session.ts';
import { findPayments } from '../query/payments.ts';
import { encodeWorkbookRows } from '../query/workbook-rows.ts';
import { readPreview } from '../read/preview.ts';
import {
  type OpenChoice,
  type OpenFile,
  openBytes,
  openForCombined,
  openSealed,
} from '../read/read-sealed.ts';
import type { KernelBuffer } from '../read/read-tokens.ts';
import { determineShape } from '../read/remembered-interpretation.ts';
import { checkSize, digestOf, readSource } from '../read/source.ts';
import { releaseTable } from '../read/table.ts';
import { createSearcher } from '../search/search.ts';
import type { Request } from './envelope.ts';
import { type EngineMethodName, engineMethods, isEngineMethodName } from './messages.ts';
import type { Source } from './methods/fields.ts';
import { StatementSession } from './session.ts';

type Args<Name extends EngineMethodName> = z.output<(typeof engineMethods)[Name]['args']>;
type Result<Name extends EngineMethodName> = z.output<(typeof engineMethods)[Name]['result']>;
type Handlers = {
  readonly [Name in EngineMethodName]: (args: Args<Name>) => Promise<Result<Name>> | Result<Name>;
};

const schemas: { readonly [Name in EngineMethodName]: { readonly args: z.ZodType<Args<Name>> } } =
  engineMethods;

interface PendingTable {
  readonly uniter: TableUniter;
  readonly origins: Args<'unite'>['origins'];
  /** Memory of the kernel, which all statements use one after the other. */
  buffer: KernelBuffer | null;
}

function countMarks(marks: Uint8Array | null): number | null {
  return marks?.reduce((sum, mark) => sum + mark, 0) ?? null;
}

/**
 * Creates the engine; the returned function serves one request. It rejects with `engine-failed` when the engine fails.
 */
export function createEngine(): (request: Request) => Promise<unknown> {
  const sessions = new Map<number, StatementSession>();
  const comparisons = new Map<number, ComparisonSession>();
  /** Ledgers that are matched with open statements, by the handle of the statement. */
  const matchings = new Map<number, { readonly key: string; readonly session: MatchingSession }>();
  const searcher = createSearcher();
  /** Memory of the last closed statement, for reuse. */
  let freeBuffer: KernelBuffer | null = null;
  /** Tables of several statements to which statements are being added, by handle. */
  const uniters = new Map<number, PendingTable>();

  function sessionOf(handle: number): StatementSession {
    const session = sessions.get(handle);
    if (session === undefined) throw new PaydeskError('statement-closed', 'The statement is not open');
    return session;
  }

  function comparisonOf(handle: number): ComparisonSession {
    const comparison = comparisons.get(handle);
    if (comparison === undefined) throw new PaydeskError('statement-closed', 'The comparison is not open');
    return comparison;
  }

  function matchingOf(handle: number): MatchingSession {
    const matching = matchings.get(handle);
    if (matching === undefined) throw new PaydeskError('statement-closed', 'The ledger is not open');
    return matching.session;
  }

  function closeMatching(handle: number): void {
    matchings.get(handle)?.session.dispose();
    matchings.delete(handle);
  }

  function closeSession(handle: number): void {
    closeMatching(handle);
    comparisons.get(handle)?.dispose();
    comparisons.delete(handle);
    const session = sessions.get(handle);
    sessions.delete(handle);
    freeBuffer = session?.buffer ?? freeBuffer;
    session?.dispose();
  }

  async function openFile(source: Source, choice: OpenChoice): Promise<OpenFile> {
    const buffer = freeBuffer;
    // The memory is not reused for another statement if reading fails.
    freeBuffer = null;
    if (source.kind === 'sealed') return openSealed(source.grant, choice, buffer);
    return openBytes(await readSource(source), choice);
  }

  const handlers: Handlers = {
    async open({ handle, source, ...choice }) {
      // Frees the statement that is open under the handle.
      closeSession(handle);
      const file = await openFile(source, choice);
      const session = new StatementSession(file);
      sessions.set(handle, session);
      return { opened: session.describe(), use: file.use, shape: determineShape(file.bytes, file.table) };
    },
    close({ handle }) {
      closeSession(handle);
      uniters.delete(handle);
      return null;
    },
    unite({ handle, names, origins, bytes }) {
      closeSession(handle);
      checkSize(bytes);
      uniters.set(handle, { uniter: new TableUniter(names, origins, bytes), origins, buffer: freeBuffer });
      freeBuffer = null;
      return null;
    },
    async uniteNext({ handle, index, source, remembered }) {
      const pending = uniters.get(handle);
      const origin = pending?.origins[index];
      if (pending === undefined || origin === undefined)
        throw new PaydeskError('statement-closed', 'The table was not begun');
      const file = await openForCombined(source, { remembered }, pending.buffer);
      pending.buffer = file.buffer ?? pending.buffer;
      pending.uniter.add(file, origin, index);
      const { layout, encoding, columns, rows } = file.table;
      const isAmbiguous = columns.some(({ kind }) => kind === 'undecided');
      return { rows, use: file.use, isDoubtful: !layout.certain || !encoding.certain || isAmbiguous };
    },
    uniteEnd({ handle }) {
      const pending = uniters.get(handle);
      if (pending === undefined) throw new PaydeskError('statement-closed', 'The table was not begun');
      uniters.delete(handle);
      freeBuffer = pending.buffer;
      const { table, union } = pending.uniter.build();
      const session = new StatementSession({ bytes: new Uint8Array(), table, union });
      sessions.set(handle, session);
      return {
        opened: session.describe(),
        parts: union.parts.map(({ index, firstRow, table: { rows, layout } }) => ({
          index,
          firstRow,
          rows,
          head: layout.preamble + layout.headerRows,
        })),
        repeated: countMarks(table.origins?.repeatedRows ?? null),
      };
    },
    checkUnion: ({ handle, facts }) => checkUnion(sessionOf(handle).union?.parts ?? [], facts),
    linesBefore: ({ handle, most }) => sessionOf(handle).linesBefore(most),
    view: ({ handle, view }) => sessionOf(handle).setView(view),
    setRowStates({ handle, of, values }) {
      sessionOf(handle).states.set(of, values);
      return null;
    },
    window: ({ handle, offset, limit }) => sessionOf(handle).window(offset, limit),
    numbers: ({ handle, choice }) => sessionOf(handle).numbers(choice),
    hit: ({ handle, index }) => sessionOf(handle).hitPosition(index),
    sums: ({ handle, column, choice }) => sessionOf(handle).sumsWithLeftOut(column, choice),
    groups: ({ handle, query, offset, limit }) => sessionOf(handle).groups(query, offset, limit),
    findGroups: ({ handle, groups }) => sessionOf(handle).findGroups(groups),
    chart: ({ handle, query }) => sessionOf(handle).chart(query),
    rows: ({ handle, choice, offset, limit }) => sessionOf(handle).rowsOf(choice, offset, limit),
    async workbookRows({ handle, ...page }) {
      // Compressed here, because a message with the whole text takes longer than its compression.
      const deflater = new ContentDeflater();
      const counts = encodeWorkbookRows(sessionOf(handle), page, (xml) => deflater.add(xml));
      return { xml: await deflater.finish(), ...counts };
    },
    cells: ({ handle, column, choice, most }) => sessionOf(handle).cellsOf(column, choice, most),
    check({ handle, facts }) {
      const { original, table } = sessionOf(handle);
      const sha256 = createHash('sha256').update(original).digest('hex');
      return checkTable(table, facts, { size: original.length, sha256 });
    },
    checkPages: async ({ source, facts }) => checkPages(facts, await digestOf(source)),
    preview: ({ handle, options }) => readPreview(sessionOf(handle).original, options),
    async duplicateReferences({ handle, reference, source, remembered, own, other }) {
      const session = sessionOf(handle);
      const column = reference ?? session.roles.reference;
      const { table } = openBytes(await readSource(source), { options: {}, remembered });
      const columns = determineRoles(table);
      // Columns of two files correspond by name.
      const name = column === null ? undefined : session.table.columns[column]?.name;
      const theirs =
        reference === null
          ? columns.reference
          : table.columns.findIndex((otherColumn) => otherColumn.name === name);
      if (column === null || theirs === null || theirs < 0) return null;
      const first = dayNumber(own.since > other.since ? own.since : other.since);
      const last = dayNumber(own.till < other.till ? own.till : other.till);
      const duplicates = duplicateReferencesBetween(
        session.references(column),
        session.roles,
        { table, column: theirs, columns },
        first > last ? null : { first, last },
      );
      return { ...duplicates, rows: [...duplicates.rows], theirs: [...duplicates.theirs], column: theirs };
    },
    async sameRows({ handle, source, remembered, fileRows, rows }) {
      const { table, roles } = sessionOf(handle);
      const { table: earlier } = openBytes(await readSource(source), { options: {}, remembered });
      const isReadAlike = earlier.head + earlier.rows === fileRows;
      if (!isReadAlike || table.origins !== null) return rows.map(() => noRow);
      const sameRows = findSameRows({ table: earlier, roles: determineRoles(earlier) }, { table, roles });
      return rows.map((row) => {
        const sameRow = sameRows.get(row - earlier.head);
        return sameRow === undefined ? noRow : sameRow + table.head;
      });
    },
    async compare({ handle, earlier, later, days }) {
      closeSession(handle);
      const openCompared = async ({ source, remembered, reference }: typeof earlier) => {
        const { table } = await openFile(source, { options: {}, remembered });
        const names = table.columns.map(({ name }) => name);
        return { table, reference: findColumn(names, reference) };
      };
      const comparison = new ComparisonSession(await openCompared(earlier), await openCompared(later), days);
      comparisons.set(handle, comparison);
      return comparison.summary();
    },
    comparedRows: ({ handle, differences, ...page }) => comparisonOf(handle).rows(differences, page),
    nextDifference: ({ handle, differences, from, isBackward }) =>
      comparisonOf(handle).nextDifference(differences, from, isBackward),
    convertWorkbook: async ({ source, sheet }) => convertWorkbook(await readSource(source), sheet),
    async readLedger({ source, options }) {
      const { table, buffer } = await openFile(source, { options });
      const { rows, layout } = openLedger(table).table;
      releaseTable(table);
      freeBuffer = buffer ?? freeBuffer;
      return { rows, isDoubtful: !layout.certain };
    },
    previewLedger: async ({ source, options }) => readPreview(await readSource(source), options),
    async matchLedger({ handle, key, source, options, reference, currency, ...choice }) {
      const { table, roles, money } = sessionOf(handle);
      const matched = matchings.get(handle);
      if (matched?.key === key) {
        matched.session.rematch(choice);
        return matched.session.summary();
      }
      closeMatching(handle);
      requireCertainColumns({ table, roles }, 'statement');
      const statement = {
        table,
        roles,
        money,
        reference: reference ?? roles.reference,
        name: roles.counterparty,
        currency,
      };
      const ledger = openLedger((await openFile(source, { options })).table);
      const session = new MatchingSession(statement, ledger, choice);
      matchings.set(handle, { key, session });
      return session.summary();
    },
    ledgerMatches: ({ handle, kinds, ...page }) => matchingOf(handle).matches(kinds, page),
    ledgerProposalGroups: ({ handle }) => matchingOf(handle).proposalGroups(),
    ledgerProposals: ({ handle, group, ...page }) => matchingOf(handle).proposals(group, page),
    ledgerRows: ({ handle, side, only, ...page }) => matchingOf(handle).openRows({ side, only }, page),
    ledgerPlace: ({ handle, row, ...list }) => matchingOf(handle).placeOf(list, row),
    ledgerMatchOf: ({ handle, side, row }) => matchingOf(handle).matchOf(side, row),
    ledgerStates: ({ handle }) => matchingOf(handle).rowStates(),
    ledgerHead: ({ handle }) => matchingOf(handle).ledgerHead,
    findOpenLedgerRows: ({ handle, rows }) => matchingOf(handle).findOpenRows(rows),
    async payments({ source, remembered, column, references }) {
      const { table } = openBytes(await readSource(source), { options: {}, remembered });
      const names = table.columns.map(({ name }) => name);
      return findPayments(table, findColumn(names, column), references);
    },
    paymentRows({ handle, column, from, limit }) {
      const session = sessionOf(handle);
      return session.payments(column ?? session.roles.reference).page(from, limit);
    },
    search: ({ files, ...search }) => searcher.search(files, search),
  };

  /** Parses the arguments of a method, then calls it. */
  const serve = <Name extends EngineMethodName>(name: Name, args: unknown): unknown =>
    handlers[name](schemas[name].args.parse(args));

  return async ({ name, args }) => {
    if (!isEngineMethodName(name)) throw new PaydeskError('command-unknown', `The engine knows no ${name}`);
    try {
      return await serve(name, args);
    } catch (thrown) {
      if (thrown instanceof PaydeskError && thrown.code !== 'unexpected') throw thrown;
      // Out of memory, or a bug of the engine: the statement cannot be read; other statements are not affected.
      const description = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'thrown';
      throw new PaydeskError('engine-failed', `${name}: ${description}`);
    }
  };
}
