/** @file Handlers of the review of stored statements; all of them work offline. */

import { maxLinesBefore } from '../../../shared/contract/review.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ColumnLayout } from '../../../shared/model/column-layout.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Contents } from '../../bridge/contents.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import { writeCsv } from '../../csv.ts';
import type { WriteFileAtomically } from '../../files/saving.ts';
import type { Dialogs, Shell } from '../../platform.ts';
import { requireActiveProfile } from '../../require-active-profile.ts';
import type { Review } from '../../review/client.ts';
import { type MethodName, sourceSchema } from '../../review/messages.ts';
import type { SavedFiles } from '../../saved-files.ts';
import type { Store } from '../../store/store.ts';
import { type ChoiceStore, createColumnLayouts } from './column-layouts.ts';
import { formatCopiedRows } from './copied-rows.ts';
import { findDuplicateReferences } from './duplicate-references.ts';
import {
  createOpenStatementClient,
  type MethodArgs,
  type MethodResult,
  type OpenStatementRef,
} from './open-statement.ts';
import { formatExportName } from './original.ts';
import type { StatementReadings } from './readings.ts';
import type { RememberedReadings } from './remembered-readings.ts';
import type { StatementSearch } from './search.ts';
import type { StatementStore } from './statement-store.ts';
import type { Statements } from './statements.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';

interface ReviewDeps {
  readonly statements: Statements;
  readonly store: Store;
  readonly statementStore: StatementStore;
  readonly review: Review;
  readonly readings: StatementReadings;
  readonly remembered: RememberedReadings;
  readonly search: StatementSearch;
  readonly choices: ChoiceStore;
  readonly contents: Contents;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly shell: Shell;
  readonly onExported: (path: string, profile: Profile) => void;
}

interface OpenStatement extends OpenStatementRef {
  readonly profileId: string;
  readonly walletId: number;
  readonly columnNames: readonly string[];
  /** The detected column of references, or `null`. */
  readonly detectedReference: number | null;
  /** The column of references that the clerk chose, or `null`. */
  readonly chosenReference: number | null;
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

/** Returns the index of the n-th column with the name of `column`, or `null`. */
function findColumn(names: readonly string[], column: ColumnLayout['reference']): number | null {
  if (column === null) return null;
  const matchingIndexes = names.flatMap((name, index) => (name === column.name ? [index] : []));
  return matchingIndexes[column.nth] ?? null;
}

async function writeOriginal(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  try {
    await writeFileAtomically(path, (file) => file.writeFile(bytes));
  } catch (thrown) {
    if (thrown instanceof PaydeskError) throw thrown;
    const isDiskFull = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC';
    throw new PaydeskError(isDiskFull ? 'disk-full' : 'file-not-written', 'The file could not be written');
  }
}

/** Creates the handlers. One statement is open at a time. */
export function createReviewHandlers(deps: ReviewDeps): Handlers {
  const { statements, store, statementStore, review, readings, dialogs } = deps;
  const columnLayouts = createColumnLayouts(deps.choices);
  let openStatement: OpenStatement | null = null;
  let latestHandle = 0;
  const client = createOpenStatementClient({
    review,
    readings,
    sourceOf,
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

  async function findStoredItem(statementId: number) {
    const profileId = statements.activeProfile().id;
    const storedItem = await store.run(transferTables.getStoredItem, { profileId, id: statementId });
    if (storedItem.item === null)
      throw new PaydeskError('statement-not-stored', 'The statement is not stored');
    return { ...storedItem, item: storedItem.item, profileId };
  }

  async function sourceOf(item: string) {
    return sourceSchema.parse(await statementStore.grant(item));
  }

  async function formatFileName(statementId: number, suffix: string): Promise<string> {
    const profileId = statements.activeProfile().id;
    return formatExportName(await store.run(tables.getStatement, { profileId, id: statementId }), suffix);
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

  return {
    'review.open': async ({ statementId, options: chosenOptions }) => {
      const options = chosenOptions ?? {};
      // Only the statement that the clerk opened last stays open, also when an earlier one opens later.
      latestHandle += 1;
      const newHandle = latestHandle;
      const { item, profileId, walletId, format, size } = await findStoredItem(statementId);
      if (format !== 'csv') throw new PaydeskError('arguments-invalid', 'A PDF has no rows');
      const statement = statements
        .activeWorker()
        .statementOf(await store.run(tables.getStatement, { profileId, id: statementId }));
      const layout = await columnLayouts.read(profileId, walletId);
      requireLatestHandle(newHandle);
      const previousStatement = openStatement;
      openStatement = null;
      if (previousStatement !== null) await closeStatement(previousStatement.handle);
      requireLatestHandle(newHandle);
      const remembered = chosenOptions === null ? await deps.remembered.read(profileId, walletId) : null;
      const {
        opened: openedFile,
        use: rememberedUse,
        shape,
      } = await readings.read({ id: statementId, size }, async (callOptions) => {
        requireLatestHandle(newHandle);
        const source = await sourceOf(item);
        return review.call('open', { handle: newHandle, source, options, remembered }, callOptions);
      });
      if (newHandle !== latestHandle) await closeStatement(newHandle);
      requireLatestHandle(newHandle);
      const names = openedFile.columns.map(({ name }) => name);
      openStatement = {
        handle: newHandle,
        item,
        size,
        options: openedFile.options,
        statementId,
        profileId,
        walletId,
        columnNames: names,
        detectedReference: toColumnIndex(openedFile.columns.findIndex(({ role }) => role === 'reference')),
        chosenReference: findColumn(names, layout?.reference ?? null),
      };
      const firstRows = await client.call(openStatement, 'window', {
        handle: newHandle,
        offset: 0,
        limit: measuredRowCount,
      });
      requireLatestHandle(newHandle);
      const lengths = names.map((_, column) =>
        firstRows.reduce((maxLength, { cells }) => Math.max(maxLength, cells[column]?.length ?? 0), 0),
      );
      const hasChosenOptions = Object.keys(options).length > 0;
      if (hasChosenOptions) await deps.remembered.keep(profileId, walletId, { options, shape });
      else if (chosenOptions !== null) await deps.remembered.forget(profileId, walletId);
      return {
        handle: newHandle,
        statement,
        opened: openedFile,
        remembered: hasChosenOptions ? 'applied' : rememberedUse,
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
        review.call('checkPages', { source: await sourceOf(item), facts: storedItem }, callOptions),
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
      check: async ({ handle: openHandle }) => {
        const storedItem = await findStoredItem(requireOpen(openHandle).statementId);
        return { points: await callOpen('check', { handle: openHandle, facts: storedItem }) };
      },
      duplicateReferences: async ({ handle: openHandle }) => {
        const { statementId, chosenReference } = requireOpen(openHandle);
        const storedItem = await findStoredItem(statementId);
        const remembered = await deps.remembered.read(storedItem.profileId, storedItem.walletId);
        return findDuplicateReferences({
          others: await store.run(transferTables.listOtherStoredItems, storedItem),
          compare: (other) =>
            readings.read(other, async (callOptions) => {
              const { item, since, till } = other;
              const source = await sourceOf(item);
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
    'review.copy': async ({ handle: openHandle, rows: choice, columns, names }) => {
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
    'review.export': {
      view: async ({ handle: openHandle, columns }) => {
        const { statementId, columnNames: names } = requireOpen(openHandle);
        const profile = statements.activeProfile();
        const viewRows = await callOpen('numbers', { handle: openHandle, choice: { kind: 'view' } });
        const name = await formatFileName(statementId, ' (view).csv');
        const path = await dialogs.chooseSavePath(t('statementReview.dialog.exportView'), name);
        if (path === null) return { savedAs: null };
        requireOpen(openHandle);
        const header = columns.map((column) => names[column] ?? '');
        await writeCsv(
          deps.saved.writeFileAtomically,
          path,
          header,
          readCells(openHandle, viewRows, columns),
        );
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
      original: async ({ statementId }) => {
        const profile = statements.activeProfile();
        const { item, format, sha256 } = await findStoredItem(statementId);
        const path = await dialogs.chooseSavePath(
          t('statementReview.dialog.exportOriginal'),
          await formatFileName(statementId, `.${format}`),
        );
        if (path === null) return { savedAs: null };
        const bytes = await statementStore.readAll(item, sha256);
        requireActiveProfile(statements.findActiveProfile(), profile);
        await writeOriginal(deps.saved.writeFileAtomically, path, bytes);
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
    },
    'review.search': ({ text }) => ({ search: deps.search.start(text) }),
  };
}
