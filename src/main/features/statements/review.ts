/** @file Handlers of the review of stored statements; all of them work offline. */

import { maxLinesBefore } from '../../../shared/contract/review.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { type ColumnLayout, findColumn } from '../../../shared/model/column-layout.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { FindListedProof } from '../../../shared/model/proofs/listed-proof.ts';
import type { Opened } from '../../../shared/model/review.ts';
import type { GroupQuery } from '../../../shared/model/review-groups.ts';
import type { SignOffEntry } from '../../../shared/model/sign-off.ts';
import type { Contents } from '../../bridge/contents.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { SerialQueue } from '../../concurrency/serial-queue.ts';
import { writeCsv } from '../../csv.ts';
import type { Clock, Dialogs, Random, Shell } from '../../platform.ts';
import { requireActiveProfile } from '../../require-active-profile.ts';
import type { CallOptions, Review } from '../../review/client.ts';
import type { MethodName } from '../../review/messages.ts';
import type { SavedFiles } from '../../saved-files.ts';
import type { Store } from '../../store/store.ts';
import { createAgreementQueries } from './agreement/agreement-queries.ts';
import type { AnnotationLog } from './annotations/annotation-log.ts';
import { createAnnotations } from './annotations/annotations.ts';
import { findEarlierVersion } from './annotations/earlier-version.ts';
import type { OpenPart } from './annotations/replay.ts';
import { formatCopiedRows } from './copied-rows.ts';
import { findDuplicateReferences } from './duplicate-references.ts';
import { createComparisonColumns, joinColumns } from './further-columns.ts';
import { collectRows, type GroupRange, type GroupTable, readGroupTable } from './group-table.ts';
import { createLedgerHandlers } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { OpenReviews } from './open-reviews.ts';
import {
  createOpenStatementClient,
  type MethodArgs,
  type MethodResult,
  type OpenStatementRef,
} from './open-statement.ts';
import { createTableOpener } from './open-table.ts';
import type { StatementReadings } from './readings.ts';
import { createReviewExports } from './review-exports.ts';
import type { PagesDeps } from './review-pages.ts';
import type { StatementSearch } from './search.ts';
import { searchExportHeader, searchExportRows } from './search-export.ts';
import { createMeasurement } from './sign-off/measure-statement.ts';
import { createSignOffHandlers } from './sign-off/sign-off-handlers.ts';
import type { SignOffs } from './sign-off/sign-offs.ts';
import type { StatementStore } from './statement-store.ts';
import type { Statements } from './statements.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';
import { type ChoiceStore, createColumnLayouts, type RememberedReadings } from './wallet-choices.ts';

interface ReviewDeps {
  readonly statements: Statements;
  readonly store: Store;
  readonly statementStore: StatementStore;
  readonly ledgerStore: LedgerStore;
  /** Reads a file that the clerk chose, in the process of its drive. */
  readonly readChosenFile: (path: string) => AsyncIterable<Uint8Array>;
  readonly review: Review;
  readonly readings: StatementReadings;
  readonly remembered: RememberedReadings;
  readonly search: StatementSearch;
  readonly choices: ChoiceStore;
  readonly whenProofsListed: (profileId: string) => Promise<FindListedProof>;
  readonly contents: Contents;
  readonly info: PagesDeps['info'];
  readonly setPages: PagesDeps['setPages'];
  readonly clock: Clock;
  readonly random: Random;
  readonly annotationLog: AnnotationLog;
  readonly signOffs: SignOffs;
  /** Records what happened to the sign-off of a statement. */
  /** The order of changes of rows and sign-offs, and of their records in Activity. */
  readonly signOffChanges: SerialQueue;
  readonly onSignOff: (type: SignOffEntry['type'], statementId: number) => Promise<void>;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly shell: Shell;
  readonly onExported: (path: string, profile: Profile) => void;
  /** Returns a new handle for the review process. */
  readonly nextHandle: () => number;
  readonly openReviews: Pick<OpenReviews, 'onClose'>;
}

/** What is known about the columns and rows once the review process has opened them. */
interface OpenedColumns {
  readonly columns: Opened['columns'];
  readonly columnNames: readonly string[];
  /** Number of all rows. */
  readonly rows: number;
  /** The detected column of references, or `null`. */
  readonly detectedReference: number | null;
  /** The column of references that the clerk chose, or `null`. */
  readonly chosenReference: number | null;
}

interface OpenStatement extends OpenStatementRef, OpenedColumns {
  readonly profileId: string;
  /** 0 for a table with the statements of several wallets. */
  readonly walletId: number;
  /** The statements in the order of their rows. */
  readonly statementIds: readonly number[];
  readonly parts: readonly OpenPart[];
  /** True for several statements that are open as one table. */
  readonly isTable: boolean;
  /** The currency of the wallet; `null` if it is unknown, and for a table. */
  readonly currency: string | null;
}

const rowsPerCall = 1_000;
const maxCopiedRows = 50_000;
/** Rows from which references are collected for the proofs. */
const maxReferenceRows = 10_000;
/** Number of leading rows from which the widths of columns are estimated. */
const measuredRowCount = 60;

/** Converts a result of `findIndex`: -1 becomes `null`. */
function toColumnIndex(index: number): number | null {
  return index < 0 ? null : index;
}

/** Creates the handlers. One statement is open at a time. */
export function createReviewHandlers(deps: ReviewDeps): Handlers {
  const { statements, store, statementStore, review, readings, dialogs } = deps;
  const columnLayouts = createColumnLayouts(deps.choices);
  const tableOpener = createTableOpener(deps);
  let openStatement: OpenStatement | null = null;
  let latestHandle = 0;
  const client = createOpenStatementClient({
    review,
    readings,
    isOpen: (handle) => openStatement?.handle === handle,
  });

  function requireOpen(handleToCheck: number): OpenStatement {
    const isOpen =
      openStatement?.handle === handleToCheck &&
      openStatement.profileId === statements.findActiveProfile()?.id;
    if (!isOpen || openStatement === null)
      throw new PaydeskError('review-closed', 'The statement is not open');
    return openStatement;
  }

  /** Calls the review process about the statement in `args`, which must be open. */
  function callOpen<Name extends MethodName>(
    name: Name,
    args: MethodArgs<Name> & { readonly handle: number },
  ): Promise<MethodResult<Name>> {
    return client.call(requireOpen(args.handle), name, args);
  }

  function requireLatestHandle(handleToCheck: number): void {
    if (handleToCheck !== latestHandle)
      throw new PaydeskError('review-closed', 'Another statement was opened meanwhile');
  }

  /** Closes a statement. Never rejects: the end of the process closes the statement too. */
  async function closeStatement(closedHandle: number): Promise<void> {
    await review.call('close', { handle: closedHandle }).catch(() => undefined);
  }

  /** Returns the only statement that is open under a handle. */
  function requireStatement(handleToCheck: number): number {
    const { statementIds, isTable } = requireOpen(handleToCheck);
    const [statementId] = statementIds;
    if (isTable || statementId === undefined)
      throw new PaydeskError('arguments-invalid', 'Several statements are open as one table');
    return statementId;
  }

  /** Returns the handle of what is opened next. Only what the clerk opened last stays open. */
  function takeHandle(): number {
    latestHandle = deps.nextHandle();
    return latestHandle;
  }

  async function closeCurrent(): Promise<void> {
    const previousStatement = openStatement;
    openStatement = null;
    if (previousStatement !== null) await closeStatement(previousStatement.handle);
  }

  deps.openReviews.onClose(closeCurrent);

  async function closePrevious(newHandle: number): Promise<void> {
    requireLatestHandle(newHandle);
    await closeCurrent();
    requireLatestHandle(newHandle);
  }

  async function closeUnlessLatest(newHandle: number): Promise<void> {
    if (newHandle !== latestHandle) await closeStatement(newHandle);
    requireLatestHandle(newHandle);
  }

  /** Makes the opened file or table the open one, and returns the length of the longest text of each column. */
  async function setOpen(
    opened: Opened,
    {
      layout,
      ...current
    }: Omit<OpenStatement, keyof OpenedColumns> & { readonly layout: ColumnLayout | null },
  ): Promise<number[]> {
    const names = opened.columns.map(({ name }) => name);
    openStatement = {
      ...current,
      columns: opened.columns,
      columnNames: names,
      rows: opened.rows,
      detectedReference: toColumnIndex(opened.columns.findIndex(({ role }) => role === 'reference')),
      chosenReference: findColumn(names, layout?.reference ?? null),
    };
    const window = { handle: current.handle, offset: 0, limit: measuredRowCount };
    const firstRows = await client.call(openStatement, 'window', window);
    requireLatestHandle(current.handle);
    return names.map((_, column) =>
      firstRows.reduce((maxLength, { cells }) => Math.max(maxLength, cells[column]?.length ?? 0), 0),
    );
  }

  async function findStoredItem(statementId: number) {
    const profileId = statements.activeProfile().id;
    const storedItem = await store.run(transferTables.getStoredItem, { profileId, id: statementId });
    if (storedItem.item === null)
      throw new PaydeskError('statement-not-stored', 'The statement is not stored');
    return { ...storedItem, item: storedItem.item, profileId };
  }

  /** Returns groups of the open statement as a table, for copying and exporting; `range` is `null` for all. */
  function groupTableOf(
    openHandle: number,
    query: GroupQuery,
    range: GroupRange | null,
  ): Promise<GroupTable> {
    const { columnNames } = requireOpen(openHandle);
    return readGroupTable((page) => callOpen('groups', { handle: openHandle, query, ...page }), query, {
      columnNames,
      range,
    });
  }

  /** Yields the cells of rows in pages, while the statement is open. */
  async function* readCells(
    openHandle: number,
    numbers: Uint32Array,
    columns: readonly number[],
  ): AsyncGenerator<string[]> {
    for (let offset = 0; offset < numbers.length; offset += rowsPerCall) {
      const rows = [...numbers.subarray(offset, offset + rowsPerCall)];
      const page = { choice: { kind: 'some' as const, rows }, offset: 0, limit: rowsPerCall };
      for (const cells of await callOpen('rows', { handle: openHandle, ...page }))
        yield columns.map((column) => cells[column] ?? '');
    }
  }

  const annotations = createAnnotations({
    ...deps,
    log: deps.annotationLog,
    requireOpen,
    numbersOf: (handle, choice) => callOpen('numbers', { handle, choice }),
    setRowStates: (handle, of, values) => client.setRowStates(requireOpen(handle), of, values),
    changes: deps.signOffChanges,
    onReopened: (statementId) => deps.onSignOff('reopened', statementId),
    findEarlier: (profileId, statementId) => findEarlierVersion(deps, profileId, statementId),
    sameRows: (handle, { source, remembered, fileRows }, rows) =>
      callOpen('sameRows', { handle, source, remembered, fileRows, rows }),
  });

  const signOffHandlers = createSignOffHandlers({
    ...deps,
    measure: createMeasurement({ ...deps, layouts: columnLayouts }),
    changes: deps.signOffChanges,
    onSigned: (statementId) => deps.onSignOff('signed', statementId),
    onWithdrawn: (statementId) => deps.onSignOff('withdrawn', statementId),
  });

  const agreementQueries = createAgreementQueries({
    requireOpen,
    whenProofsListed: deps.whenProofsListed,
    readRows: (openHandle, from, limit) =>
      callOpen('paymentRows', {
        handle: openHandle,
        column: requireOpen(openHandle).chosenReference,
        from,
        limit,
      }),
    setStates: (openHandle, values) => client.setRowStates(requireOpen(openHandle), 'agreement', values),
  });

  return {
    ...createLedgerHandlers({ ...deps, requireOpen, client }),
    'review.open': async ({ statementId, options: chosenOptions }) => {
      const options = chosenOptions ?? {};
      const handle = takeHandle();
      const { item, profileId, walletId, format, size } = await findStoredItem(statementId);
      if (format !== 'csv') throw new PaydeskError('arguments-invalid', 'A PDF has no rows');
      const statement = statements
        .activeWorker()
        .statementOf(await store.run(tables.getStatement, { profileId, id: statementId }));
      const layout = await columnLayouts.read(profileId, walletId);
      await closePrevious(handle);
      const remembered = chosenOptions === null ? await deps.remembered.read(profileId, walletId) : null;
      const openFile = async (
        openOptions: Pick<MethodArgs<'open'>, 'options' | 'remembered'>,
        call: CallOptions,
      ) =>
        review.call('open', { handle, source: await statementStore.grantSource(item), ...openOptions }, call);
      const {
        opened,
        use: rememberedUse,
        shape,
      } = await readings.read({ id: statementId, size }, async (callOptions) => {
        requireLatestHandle(handle);
        return openFile({ options, remembered }, callOptions);
      });
      await closeUnlessLatest(handle);
      const lengths = await setOpen(opened, {
        handle,
        files: [{ id: statementId, size }],
        statementIds: [statementId],
        parts: [{ item, firstRow: 0, rows: opened.rows, head: opened.preamble + opened.headerRows }],
        isTable: false,
        currency: statement.wallet.currency,
        profileId,
        walletId,
        layout,
        // The options stored for the wallet may have changed since the statement was opened.
        reopen: async (callOptions) => {
          await openFile({ options: opened.options, remembered: null }, callOptions);
        },
      });
      const hasChosenOptions = Object.keys(options).length > 0;
      if (hasChosenOptions) await deps.remembered.keep(profileId, walletId, { options, shape });
      else if (chosenOptions !== null) await deps.remembered.forget(profileId, walletId);
      return {
        handle,
        statement,
        opened,
        remembered: hasChosenOptions ? 'applied' : rememberedUse,
        layout,
        lengths,
      };
    },
    'review.openTable': async ({ statementIds }) => {
      const handle = takeHandle();
      const worker = statements.activeWorker();
      const profileId = worker.profile.id;
      const table = await tableOpener.prepare(profileId, statementIds);
      const walletIds = new Set(table.files.map(({ wallet }) => wallet.id));
      const [onlyWallet] = walletIds.size === 1 ? walletIds : [];
      const walletId = onlyWallet ?? 0;
      const layout = await columnLayouts.read(profileId, walletId);
      await closePrevious(handle);
      const { opened, parts, left, repeated } = await tableOpener.open(handle, table, () =>
        requireLatestHandle(handle),
      );
      await closeUnlessLatest(handle);
      const lengths = await setOpen(opened, {
        handle,
        files: parts.map(({ file }) => file),
        statementIds: parts.map(({ file }) => file.id),
        parts: parts.map(({ file, ...rows }) => ({ item: file.item, ...rows })),
        isTable: true,
        currency: null,
        profileId,
        walletId,
        layout,
        reopen: (callOptions) => tableOpener.reopen(handle, profileId, parts, callOptions),
      });
      const statementOf = async (id: number) =>
        worker.statementOf(await store.run(tables.getStatement, { profileId, id }));
      return {
        handle,
        opened,
        statements: await Promise.all(
          parts.map(async ({ file, firstRow, rows, isDoubtful }) => ({
            firstRow,
            rows,
            isDoubtful,
            statement: await statementOf(file.id),
          })),
        ),
        left: await Promise.all(
          left.map(async ({ id, reason }) => ({ reason, statement: await statementOf(id) })),
        ),
        repeated,
        layout,
        lengths,
      };
    },
    'review.keepLayout': async ({ handle: openHandle, layout }) => {
      const current = requireOpen(openHandle);
      openStatement = { ...current, chosenReference: findColumn(current.columnNames, layout.reference) };
      await columnLayouts.keep(current.profileId, current.walletId, layout);
      return null;
    },
    'review.document': async ({ statementId }) => {
      const storedItem = await findStoredItem(statementId);
      const { item, format, sha256, profileId } = storedItem;
      if (format !== 'pdf') throw new PaydeskError('arguments-invalid', 'Only a PDF is shown as a document');
      const statement = statements
        .activeWorker()
        .statementOf(await store.run(tables.getStatement, { profileId, id: statementId }));
      const points = await readings.read(storedItem, async (callOptions) =>
        review.call(
          'checkPages',
          { source: await statementStore.grantSource(item), facts: storedItem },
          callOptions,
        ),
      );
      const produce = async () => ({
        bytes: await statementStore.readAll(item, sha256),
        mediaType: 'application/pdf',
      });
      return { statement, points, address: deps.contents.issue(produce) };
    },
    'review.view': ({ handle: openHandle, view }) => client.setView(requireOpen(openHandle), view),
    'review.query': {
      window: async (args) => ({ rows: await callOpen('window', args) }),
      async numbers({ handle: openHandle, ...places }) {
        const choice = { kind: 'places', ...places } as const;
        return { rows: [...(await callOpen('numbers', { handle: openHandle, choice }))] };
      },
      groups: (args) => callOpen('groups', args),
      findGroups: async (args) => ({ rows: await callOpen('findGroups', args) }),
      chart: (args) => callOpen('chart', args),
      hit: async (args) => ({ place: await callOpen('hit', args) }),
      sums: ({ rows, ...args }) => callOpen('sums', { ...args, choice: rows }),
      references: async ({ handle: openHandle, rows: choice }) => {
        const current = requireOpen(openHandle);
        const reference = current.chosenReference ?? current.detectedReference;
        if (reference === null) return { references: [], rows: 0 };
        const cells = await client.call(current, 'cells', {
          handle: openHandle,
          column: reference,
          choice,
          most: maxReferenceRows,
        });
        const references = new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
        return { references: [...references], rows: cells.length };
      },
      ...agreementQueries,
      check: async ({ handle: openHandle }) => {
        const storedItem = await findStoredItem(requireStatement(openHandle));
        return { points: await callOpen('check', { handle: openHandle, facts: storedItem }) };
      },
      checkTable: async ({ handle: openHandle }) => {
        const facts = await Promise.all(requireOpen(openHandle).statementIds.map(findStoredItem));
        return callOpen('checkUnion', { handle: openHandle, facts });
      },
      duplicateReferences: async ({ handle: openHandle }) => {
        const { chosenReference } = requireOpen(openHandle);
        const storedItem = await findStoredItem(requireStatement(openHandle));
        const remembered = await deps.remembered.read(storedItem.profileId, storedItem.walletId);
        return findDuplicateReferences({
          others: await store.run(transferTables.listOtherStoredItems, storedItem),
          compare: (other) =>
            readings.read(other, async (callOptions) => {
              const { item, since, till } = other;
              const source = await statementStore.grantSource(item);
              const periods = {
                own: { since: storedItem.since, till: storedItem.till },
                other: { since, till },
              };
              const args = { handle: openHandle, reference: chosenReference, source, remembered, ...periods };
              return client.callOnce(requireOpen(openHandle), 'duplicateReferences', args, callOptions);
            }),
          isOpen: () => openStatement?.handle === openHandle,
        });
      },
      linesBefore: (args) => callOpen('linesBefore', { ...args, most: maxLinesBefore }),
      preview: (args) => callOpen('preview', args),
    },
    'review.copy': async (args) => {
      if ('groups' in args) {
        const { handle: openHandle, groups: query, place } = args;
        const table = await groupTableOf(
          openHandle,
          query,
          place === null ? null : { offset: place, limit: 1 },
        );
        const copiedGroups = await collectRows(table.rows, maxCopiedRows);
        requireOpen(openHandle);
        await deps.shell.copyText(formatCopiedRows([table.header, ...copiedGroups]));
        return { rows: copiedGroups.length, of: table.count };
      }
      const { handle: openHandle, rows: choice, columns, names } = args;
      const current = requireOpen(openHandle);
      const chosenNumbers = await callOpen('numbers', { handle: openHandle, choice });
      const copiedRows: string[][] = names
        ? [columns.map((column) => current.columnNames[column] ?? '')]
        : [];
      const rows = chosenNumbers.subarray(0, maxCopiedRows);
      for await (const cells of readCells(openHandle, rows, columns)) copiedRows.push(cells);
      requireOpen(openHandle);
      await deps.shell.copyText(formatCopiedRows(copiedRows));
      return { rows: rows.length, of: chosenNumbers.length };
    },
    'review.export': createReviewExports({
      ...deps,
      requireOpen,
      callOpen,
      viewOf: client.viewOf,
      readCells,
      readFurtherColumns: async (handle) =>
        joinColumns([
          await annotations.readColumns(handle),
          createComparisonColumns(client.rowStatesOf(handle)),
        ]),
      readGroups: (handle, query) => groupTableOf(handle, query, null),
    }),
    'review.annotations': { ...annotations.handlers, ...signOffHandlers },
    'review.search': {
      prepare: async () => ({ wallets: await deps.search.prepare() }),
      start: ({ text, filters }) => ({ search: deps.search.start(text, filters) }),
      export: async ({ search, hits: indexes }) => {
        const profile = statements.activeProfile();
        const hits = deps.search.listHits(search, indexes);
        const path = await dialogs.chooseSavePath(
          t('statementSearch.export.dialog'),
          t('statementSearch.export.file'),
        );
        if (path === null) return { savedAs: null };
        requireActiveProfile(statements.findActiveProfile(), profile);
        const rows = searchExportRows(hits);
        await writeCsv(deps.saved.writeFileAtomically, path, searchExportHeader(), rows);
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
    },
  };
}
