/** @file Handlers of the review of stored statements; all of them work offline. */

import { maxLinesBefore, reviewCommands } from '../../../shared/contract/review.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ColumnLayout } from '../../../shared/model/column-layout.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Contents } from '../../bridge/contents.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';
import { writeCsv } from '../../csv.ts';
import type { WriteFileAtomically } from '../../files/saving.ts';
import type { Dialogs, Shell } from '../../platform.ts';
import { requireActiveProfile } from '../../require-active-profile.ts';
import type { Review } from '../../review/client.ts';
import { sourceSchema } from '../../review/messages.ts';
import type { SavedFiles } from '../../saved-files.ts';
import type { Store } from '../../store/store.ts';
import { type ChoiceStore, createColumnLayouts } from './column-layouts.ts';
import { copiedText } from './copied-rows.ts';
import { findDuplicateReferences } from './duplicate-references.ts';
import { createOpenStatementClient, type OpenStatementRef } from './open-statement.ts';
import { nameOutside } from './original.ts';
import type { StatementReadings } from './readings.ts';
import type { RememberedReadings } from './remembered-readings.ts';
import type { StatementSearch } from './search.ts';
import type { StatementStore } from './statement-store.ts';
import type { Statements } from './statements.ts';
import * as tables from './tables/requests.ts';
import * as transferTables from './tables/transfer.ts';

export interface ReviewDeps {
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
  readonly names: readonly string[];
  /** The detected column of references, or `null`. */
  readonly recognised: number | null;
  /** The column of references that the clerk chose, or `null`. */
  readonly chosen: number | null;
}

const rowsPerCall = 1_000;
const maxCopiedRows = 50_000;
/** Rows that the widths of columns are estimated from. */
const rowsMeasured = 60;

/** Returns an index, or `null` for -1. */
function placeOf(index: number): number | null {
  return index < 0 ? null : index;
}

/** Returns the index of the n-th column of a name, or `null`. */
function columnNamed(names: readonly string[], wanted: ColumnLayout['reference']): number | null {
  if (wanted === null) return null;
  const places = names.flatMap((name, place) => (name === wanted.name ? [place] : []));
  return places[wanted.nth] ?? null;
}

async function writeOriginal(
  writeWhole: WriteFileAtomically,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  try {
    await writeWhole(path, (file) => file.writeFile(bytes));
  } catch (thrown) {
    if (thrown instanceof PaydeskError) throw thrown;
    const full = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC';
    throw new PaydeskError(full ? 'disk-full' : 'file-not-written', 'The file could not be written');
  }
}

/** Creates the commands. One statement is open at a time. */
export function createReviewHandlers(deps: ReviewDeps): Handlers {
  const { statements, store, statementStore, review, readings, dialogs } = deps;
  const columnLayouts = createColumnLayouts(deps.choices);
  let opened: OpenStatement | null = null;
  let lastHandle = 0;
  const openStatement = createOpenStatementClient({
    review,
    readings,
    sourceOf,
    isOpen: (handle) => opened?.handle === handle,
  });

  function openNow(wanted: number): OpenStatement {
    const isMine = opened?.handle === wanted && opened.profileId === statements.shownProfile()?.id;
    if (!isMine || opened === null) throw new PaydeskError('review-closed', 'The statement is not open');
    return opened;
  }

  function requireLast(wanted: number): void {
    if (wanted !== lastHandle)
      throw new PaydeskError('review-closed', 'Another statement was opened meanwhile');
  }

  /** The end of the process closes everything too. */
  async function close(closing: number): Promise<void> {
    await review.call('close', { handle: closing }).catch(() => undefined);
  }

  async function storedOf(statementId: number) {
    const profileId = statements.profile().id;
    const kept = await store.run(transferTables.storedItem, { profileId, id: statementId });
    if (kept.item === null) throw new PaydeskError('statement-not-stored', 'The statement is not stored');
    return { ...kept, item: kept.item, profileId };
  }

  async function sourceOf(item: string) {
    return sourceSchema.parse(await statementStore.grant(item));
  }

  async function fileName(statementId: number, ending: string): Promise<string> {
    const profileId = statements.profile().id;
    return nameOutside(await store.run(tables.get, { profileId, id: statementId }), ending);
  }

  /** Yields the cells of rows in pages, while the statement is open. */
  async function* cellsOf(
    of: number,
    numbers: Uint32Array,
    columns: readonly number[],
  ): AsyncGenerator<string[]> {
    for (let offset = 0; offset < numbers.length; offset += rowsPerCall) {
      const rows = [...numbers.subarray(offset, offset + rowsPerCall)];
      const part = { choice: { kind: 'some' as const, rows }, offset: 0, limit: rowsPerCall };
      for (const cells of await openStatement.call(openNow(of), 'rows', { handle: of, ...part }))
        yield columns.map((column) => cells[column] ?? '');
    }
  }

  const commands = reviewCommands;
  return {
    'review.open': handle(commands['review.open'], async ({ statementId, options: chosen }) => {
      const options = chosen ?? {};
      // The clerk waits for the statement opened last, whichever opens first.
      lastHandle += 1;
      const mine = lastHandle;
      const { item, profileId, walletId, format, size } = await storedOf(statementId);
      if (format !== 'csv') throw new PaydeskError('arguments-invalid', 'A PDF has no rows');
      const statement = statements
        .active()
        .statementOf(await store.run(tables.get, { profileId, id: statementId }));
      const layout = await columnLayouts.read(profileId, walletId);
      requireLast(mine);
      const before = opened;
      opened = null;
      if (before !== null) await close(before.handle);
      requireLast(mine);
      const remembered = chosen === null ? await deps.remembered.read(profileId, walletId) : null;
      const {
        opened: found,
        use,
        shape,
      } = await readings.read({ id: statementId, size }, async (limits) => {
        requireLast(mine);
        const source = await sourceOf(item);
        return review.call('open', { handle: mine, source, options, remembered }, limits);
      });
      if (mine !== lastHandle) await close(mine);
      requireLast(mine);
      const names = found.columns.map(({ name }) => name);
      opened = {
        handle: mine,
        item,
        size,
        options: found.options,
        statementId,
        profileId,
        walletId,
        names,
        recognised: placeOf(found.columns.findIndex(({ role }) => role === 'reference')),
        chosen: columnNamed(names, layout?.reference ?? null),
      };
      const first = await openStatement.call(opened, 'window', {
        handle: mine,
        offset: 0,
        limit: rowsMeasured,
      });
      requireLast(mine);
      const lengths = names.map((_, column) =>
        first.reduce((most, { cells }) => Math.max(most, cells[column]?.length ?? 0), 0),
      );
      const isDecided = Object.keys(options).length > 0;
      if (isDecided) await deps.remembered.keep(profileId, walletId, { options, shape });
      else if (chosen !== null) await deps.remembered.forget(profileId, walletId);
      return {
        handle: mine,
        statement,
        opened: found,
        remembered: isDecided ? 'applied' : use,
        layout,
        lengths,
      };
    }),
    'review.keepLayout': handle(commands['review.keepLayout'], async ({ handle: of, layout }) => {
      const now = openNow(of);
      opened = { ...now, chosen: columnNamed(now.names, layout.reference) };
      await columnLayouts.keep(now.profileId, now.walletId, layout);
      return null;
    }),
    'review.document': handle(commands['review.document'], async ({ statementId }) => {
      const kept = await storedOf(statementId);
      const { item, format, sha256, profileId } = kept;
      if (format !== 'pdf') throw new PaydeskError('arguments-invalid', 'Only a PDF is shown as one');
      const statement = statements
        .active()
        .statementOf(await store.run(tables.get, { profileId, id: statementId }));
      const points = await readings.read(kept, async (limits) =>
        review.call('checkPages', { source: await sourceOf(item), facts: kept }, limits),
      );
      const produce = async () => ({
        bytes: await statementStore.readAll(item, sha256),
        mediaType: 'application/pdf',
      });
      return { statement, points, address: deps.contents.issue(produce) };
    }),
    'review.view': handle(commands['review.view'], ({ handle: of, view }) =>
      openStatement.setView(openNow(of), view),
    ),
    'review.window': handle(commands['review.window'], async ({ handle: of, offset, limit }) => ({
      rows: await openStatement.call(openNow(of), 'window', { handle: of, offset, limit }),
    })),
    'review.numbers': handle(commands['review.numbers'], async ({ handle: of, ...places }) => {
      const choice = { kind: 'places', ...places } as const;
      return { rows: [...(await openStatement.call(openNow(of), 'numbers', { handle: of, choice }))] };
    }),
    'review.hit': handle(commands['review.hit'], async ({ handle: of, index }) => ({
      place: await openStatement.call(openNow(of), 'hit', { handle: of, index }),
    })),
    'review.sums': handle(commands['review.sums'], ({ handle: of, column, rows }) =>
      openStatement.call(openNow(of), 'sums', { handle: of, column, choice: rows }),
    ),
    'review.words': handle(commands['review.words'], async ({ handle: of, column }) => ({
      words: await openStatement.call(openNow(of), 'words', { handle: of, column }),
    })),
    'review.copy': handle(commands['review.copy'], async ({ handle: of, rows: choice, columns, names }) => {
      const now = openNow(of);
      const chosen = await openStatement.call(now, 'numbers', { handle: of, choice });
      const copied: string[][] = names ? [columns.map((column) => now.names[column] ?? '')] : [];
      const rows = chosen.subarray(0, maxCopiedRows);
      for await (const cells of cellsOf(of, rows, columns)) copied.push(cells);
      openNow(of);
      await deps.shell.copyText(copiedText(copied));
      return { rows: rows.length, of: chosen.length };
    }),
    'review.references': handle(commands['review.references'], async ({ handle: of, rows: choice }) => {
      const now = openNow(of);
      const reference = now.chosen ?? now.recognised;
      if (reference === null) return { references: [], rows: 0 };
      const cells = await openStatement.call(now, 'cells', {
        handle: of,
        column: reference,
        choice,
        most: 10_000,
      });
      const references = new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
      return { references: [...references], rows: cells.length };
    }),
    'review.check': handle(commands['review.check'], async ({ handle: of }) => {
      const now = openNow(of);
      const kept = await storedOf(now.statementId);
      return { points: await openStatement.call(now, 'check', { handle: of, facts: kept }) };
    }),
    'review.duplicateReferences': handle(commands['review.duplicateReferences'], async ({ handle: of }) => {
      const { statementId, chosen } = openNow(of);
      const own = await storedOf(statementId);
      const remembered = await deps.remembered.read(own.profileId, own.walletId);
      return findDuplicateReferences({
        others: await store.run(transferTables.otherStoredItems, own),
        compare: (other) =>
          readings.read(other, async (limits) => {
            const { item, since, till } = other;
            const source = await sourceOf(item);
            const periods = { own: { since: own.since, till: own.till }, other: { since, till } };
            const args = { handle: of, reference: chosen, source, remembered, ...periods };
            return openStatement.callOnce(openNow(of), 'duplicateReferences', args, limits);
          }),
        isOpen: () => opened?.handle === of,
      });
    }),
    'review.linesBefore': handle(commands['review.linesBefore'], ({ handle: of }) =>
      openStatement.call(openNow(of), 'linesBefore', { handle: of, most: maxLinesBefore }),
    ),
    'review.exportView': handle(commands['review.exportView'], async ({ handle: of, columns }) => {
      const now = openNow(of);
      const { statementId, names } = now;
      const profile = statements.profile();
      const shown = await openStatement.call(now, 'numbers', { handle: of, choice: { kind: 'view' } });
      const name = await fileName(statementId, ' (view).csv');
      const path = await dialogs.saveFile(t('statementReview.dialog.exportView'), name);
      if (path === null) return { savedAs: null };
      openNow(of);
      const header = columns.map((column) => names[column] ?? '');
      await writeCsv(deps.saved.writeFileAtomically, path, header, cellsOf(of, shown, columns));
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    }),
    'review.exportOriginal': handle(commands['review.exportOriginal'], async ({ statementId }) => {
      const profile = statements.profile();
      const { item, format, sha256 } = await storedOf(statementId);
      const path = await dialogs.saveFile(
        t('statementReview.dialog.exportOriginal'),
        await fileName(statementId, `.${format}`),
      );
      if (path === null) return { savedAs: null };
      const bytes = await statementStore.readAll(item, sha256);
      requireActiveProfile(statements.shownProfile(), profile);
      await writeOriginal(deps.saved.writeFileAtomically, path, bytes);
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    }),
    'review.preview': handle(commands['review.preview'], ({ handle: of, options }) =>
      openStatement.call(openNow(of), 'preview', { handle: of, options }),
    ),
    'review.search': handle(commands['review.search'], ({ text }) => ({ search: deps.search.start(text) })),
  };
}
