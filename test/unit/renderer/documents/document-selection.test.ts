/**
 * @file The selection of documents in the renderer over the real tables of main, with random changes: the screen and
 * main must agree on the documents of an action.
 */
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as assign from '../../../../src/main/features/documents/database/assign/assign.ts';
import {
  groupListedDocuments,
  listDocuments,
} from '../../../../src/main/features/documents/database/lists.ts';
import { createRandom, type Random } from '../../../../src/main/practice/data/random.ts';
import { checkStateOf, withToggled } from '../../../../src/renderer/components/data-grid/selection.ts';
import {
  type BulkAction,
  bulkActions,
  countByAction,
  selectionForAction,
} from '../../../../src/renderer/features/documents/list/bulk-actions.ts';
import {
  createDocumentSelection,
  type DocumentSelection,
} from '../../../../src/renderer/features/documents/list/document-selection.ts';
import type { DocumentFilter, DocumentRow, DocumentSort } from '../../../../src/shared/contract/documents.ts';
import type { BatchState } from '../../../../src/shared/model/documents/batch.ts';
import { documentGroups, documentStates } from '../../../../src/shared/model/documents/document.ts';
import { openTables, type Tables } from '../../features/documents/tables.ts';

const procedures = {
  unassign: assign.unassignDocuments,
  'send-anyway': assign.includeDocuments,
  include: assign.includeDocuments,
  recheck: assign.recheckDocuments,
  retry: assign.retryDocuments,
  exclude: assign.excludeDocuments,
  cancel: assign.cancelDocuments,
} as const;

const batchStates: readonly BatchState[] = ['draft', 'running', 'paused', 'done-with-problems'];
const by = 'm.hansen';

/** A screen with the list of one batch, and random actions of the clerk and of the upload runner. */
class RandomScreen {
  readonly tables: Tables;
  readonly batchId: number;
  readonly state: BatchState;
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly selection: DocumentSelection;
  readonly #random: Random;
  readonly #beneficiaries: readonly number[];
  #time = 1000;

  constructor(random: Random) {
    this.#random = random;
    this.tables = openTables();
    onTestFinished(() => this.tables.database.close());
    this.state = this.pick(batchStates);
    this.batchId = this.tables.addBatch(this.state);
    this.#beneficiaries = ['A', 'B', 'held'].map((label) => this.tables.addBeneficiary(label));
    this.tables.addOperation(this.batchId, this.#beneficiaries[2] ?? 0, 'unknown');
    for (let index = 0; index < 30; index += 1) this.addDocument();
    this.filter = { group: this.pick([null, null, ...documentGroups]), text: this.pick(['', '', '1']) };
    this.sort = { by: this.pick(['state', 'name', 'size'] as const), descending: random() < 0.5 };
    const { batchId, filter } = this;
    this.selection = createDocumentSelection(async (rows) =>
      this.tables.run(groupListedDocuments, { batchId, filter, rows }),
    );
  }

  /** Returns a random value. */
  pick<Value>(values: readonly Value[]): Value {
    const picked = values[Math.floor(this.#random() * values.length)];
    if (picked === undefined) throw new Error('There are no values');
    return picked;
  }

  addDocument(): void {
    const beneficiaryId = this.pick([null, ...this.#beneficiaries]);
    this.tables.addDocument(this.batchId, this.pick(documentStates), { beneficiaryId });
  }

  rows(): readonly DocumentRow[] {
    const { batchId, filter, sort } = this;
    return this.tables.run(listDocuments, { batchId, filter, sort, offset: 0, limit: 200 }).rows;
  }

  /** Simulates the upload runner: adds a document and changes the state and beneficiary of others. */
  changeDocuments(): void {
    if (this.#random() < 0.3) this.addDocument();
    this.tables.database.run(
      `UPDATE document SET state = $state, beneficiary_id = $beneficiary
       WHERE batch_id = $batchId AND id % 5 = $rest`,
      {
        batchId: this.batchId,
        state: this.pick(documentStates),
        beneficiary: this.pick([null, ...this.#beneficiaries]),
        rest: Math.floor(this.#random() * 5),
      },
    );
  }

  /** Changes the selection as a clerk would: all rows, a single row, a range, or none. */
  async changeSelection(): Promise<void> {
    const { selection, sort } = this;
    const rows = this.rows();
    const findRow = (id: number) => rows.find((row) => row.id === id);
    const choice = this.#random();
    if (choice < 0.3) await selection.selectAll();
    else if (choice < 0.7 && rows.length > 0) {
      selection.change(withToggled(selection.current().ids, this.pick(rows).id), findRow);
    } else if (choice < 0.95 && rows.length > 0) {
      const from = Math.floor(this.#random() * rows.length);
      const to = Math.min(rows.length - 1, from + 5);
      const idsBefore = selection.current().ids;
      const between = await selection.range({ kind: 'range', sort, from, to });
      expect(new Set(between)).toEqual(new Set(rows.slice(from, to + 1).map(({ id }) => id)));
      selection.change(new Set([...idsBefore, ...between]), findRow);
    } else selection.clear();
  }

  /** Runs the action and returns the documents that it changed. */
  runAction(action: BulkAction): readonly number[] {
    const { tables, batchId, filter, state } = this;
    this.#time += 1;
    const at = this.#time;
    const selection = selectionForAction(action, state, this.selection.current(), filter);
    const args = { batchId, selection, at, by };
    const beneficiaryId = this.#beneficiaries[0] ?? 0;
    const { changed } =
      action === 'assign'
        ? tables.run(assign.assignDocuments, { ...args, beneficiaryId })
        : tables.run(procedures[action], args);
    const rows = tables.database.all('SELECT id FROM document WHERE changed_at = $at', { at });
    expect(rows).toHaveLength(changed);
    return rows.map((row) => Number(row['id']));
  }

  /** Checks that the selection bar, the check box in the head and the rows agree; returns the selected documents. */
  checkSelection(): ReadonlySet<number> {
    const { ids } = this.selection.current();
    const rows = this.rows();
    const checkedRows = rows.filter((row) => ids.has(row.id)).map((row) => row.id);
    expect(checkedRows).toHaveLength(ids.size);
    const areAllChecked = rows.length > 0 && checkedRows.length === rows.length;
    const checkState = checkedRows.length === 0 ? 'none' : areAllChecked ? 'all' : 'some';
    expect(checkStateOf(ids.size, rows.length)).toBe(checkState);
    return new Set(checkedRows);
  }
}

/** Creates the selection of a list in a new batch that is prepared. */
function createList(group: DocumentFilter['group'] = null) {
  const tables = openTables();
  onTestFinished(() => tables.database.close());
  const batchId = tables.addBatch('draft');
  const filter: DocumentFilter = { group, text: '' };
  const selection = createDocumentSelection(async (rows) =>
    tables.run(groupListedDocuments, { batchId, filter, rows }),
  );
  return { tables, batchId, filter, selection };
}

const seedCount = process.env['PAYDESK_LONG_TESTS'] === '1' ? 120 : 10;

describe('the selected documents of a list', () => {
  test.each(Array.from({ length: seedCount }, (_, seed) => [seed]))(
    'are the same for the selection bar, check box, buttons and main during random changes (seed %d)',
    async (seed) => {
      const random = createRandom(seed);
      const screen = new RandomScreen(random);
      for (let step = 0; step < 12; step += 1) {
        await screen.changeSelection();
        if (random() < 0.6) screen.changeDocuments();
        await screen.selection.refresh();
        const selected = screen.checkSelection();
        const action = screen.pick(bulkActions);
        const buttonCount = countByAction(screen.state, screen.selection.current()).get(action) ?? 0;
        // A change between the refresh and the action can only reduce the documents of the action.
        const hasLateChange = random() < 0.3;
        if (hasLateChange) screen.changeDocuments();
        const listedNow = new Set(screen.rows().map(({ id }) => id));
        const changed = screen.runAction(action);
        expect(changed.filter((id) => !selected.has(id) || !listedNow.has(id))).toEqual([]);
        if (hasLateChange) expect(changed.length).toBeLessThanOrEqual(selected.size);
        else expect(changed).toHaveLength(buttonCount);
        await screen.selection.refresh();
        screen.checkSelection();
      }
    },
  );

  test('do not contain a document that enters the list after *Select all*', async () => {
    const { tables, batchId, selection } = createList('unassigned');
    const [first, second] = [tables.addDocument(batchId, 'ready'), tables.addDocument(batchId, 'ready')];
    await selection.selectAll();
    tables.addDocument(batchId, 'ready');
    tables.database.run(`UPDATE document SET state = 'excluded' WHERE id = $second`, { second });
    await selection.refresh();
    expect([...selection.current().ids]).toEqual([first]);
    // The second document was included again, but not selected again.
    tables.database.run(`UPDATE document SET state = 'ready' WHERE id = $second`, { second });
    await selection.refresh();
    expect([...selection.current().ids]).toEqual([first]);
  });

  test('count for *unassign* only if they have a beneficiary', async () => {
    const { tables, batchId, filter, selection } = createList('duplicate');
    tables.addDocument(batchId, 'duplicate');
    tables.addDocument(batchId, 'duplicate', { beneficiaryId: tables.addBeneficiary('A') });
    await selection.selectAll();
    expect(countByAction('draft', selection.current()).get('unassign')).toBe(1);
    const actionSelection = selectionForAction('unassign', 'draft', selection.current(), filter);
    const args = { batchId, selection: actionSelection, at: 2, by };
    expect(tables.run(assign.unassignDocuments, args)).toEqual({ changed: 1 });
  });

  test('stay the same set while their content is equal, so that a range selection continues', async () => {
    const { tables, batchId, selection } = createList();
    tables.addDocument(batchId, 'ready');
    await selection.selectAll();
    const idsBefore = selection.current().ids;
    await selection.refresh();
    expect(selection.current().ids).toBe(idsBefore);
  });

  test("keep the clerk's changes during *Select all*", async () => {
    const rows = Promise.withResolvers<Awaited<ReturnType<Parameters<typeof createDocumentSelection>[0]>>>();
    const selection = createDocumentSelection(() => rows.promise);
    const selectingAll = selection.selectAll();
    selection.change(new Set([7]), () => undefined);
    rows.resolve([{ group: 'unassigned', state: 'ready', assigned: false, ids: [[0, 6]] }]);
    await selectingAll;
    expect([...selection.current().ids]).toEqual([7]);
  });
});
