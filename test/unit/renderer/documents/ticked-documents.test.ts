/**
 * @file The ticked documents of the screen compared with the documents that main acts on: the renderer's ticks over
 * the real tables.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import * as assign from '../../../../src/main/features/documents/tables/assign.ts';
import { list, listed } from '../../../../src/main/features/documents/tables/lists.ts';
import { createRandom, type Random } from '../../../../src/main/simulator/random.ts';
import { checkStateOf, withToggled } from '../../../../src/renderer/components/data-grid/selection.ts';
import {
  type BulkAction,
  bulkActions,
  countByAction,
  selectionForAction,
} from '../../../../src/renderer/features/documents/bulk-actions.ts';
import {
  createTicked,
  type TickedDocuments,
} from '../../../../src/renderer/features/documents/ticked-documents.ts';
import type { DocumentFilter, DocumentRow, DocumentSort } from '../../../../src/shared/contract/documents.ts';
import type { BatchState } from '../../../../src/shared/model/batch.ts';
import { documentGroups, documentStates } from '../../../../src/shared/model/document.ts';
import { openTables, type Tables } from '../../documents/tables.ts';

const procedures = {
  unassign: assign.unassign,
  'send-anyway': assign.include,
  include: assign.include,
  recheck: assign.recheck,
  retry: assign.retry,
  exclude: assign.exclude,
  cancel: assign.cancelDocuments,
} as const;

const batchStates: readonly BatchState[] = ['draft', 'review', 'running', 'paused', 'done-with-problems'];
const by = 'm.hansen';

/** A screen with one list of one batch, and actions of the clerk and of the runner. */
class Screen {
  readonly tables: Tables;
  readonly batchId: number;
  readonly state: BatchState;
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly ticked: TickedDocuments;
  readonly #random: Random;
  readonly #beneficiaries: readonly number[];
  #time = 1000;

  constructor(random: Random) {
    this.#random = random;
    this.tables = openTables();
    onTestFinished(() => this.tables.database.close());
    this.state = this.one(batchStates);
    this.batchId = this.tables.batch(this.state);
    this.#beneficiaries = ['A', 'B', 'held'].map((label) => this.tables.beneficiary(label));
    this.tables.operation(this.batchId, this.#beneficiaries[2] ?? 0, 'unknown');
    for (let index = 0; index < 30; index += 1) this.add();
    this.filter = { group: this.one([null, null, ...documentGroups]), text: this.one(['', '', '1']) };
    this.sort = { by: this.one(['state', 'name', 'size'] as const), descending: random() < 0.5 };
    const { batchId, filter } = this;
    this.ticked = createTicked(async (rows) => this.tables.run(listed, { batchId, filter, rows }));
  }

  one<Thing>(things: readonly Thing[]): Thing {
    const chosen = things[Math.floor(this.#random() * things.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  }

  add(): void {
    const beneficiaryId = this.one([null, ...this.#beneficiaries]);
    this.tables.document(this.batchId, this.one(documentStates), { beneficiaryId });
  }

  rows(): readonly DocumentRow[] {
    const { batchId, filter, sort } = this;
    return this.tables.run(list, { batchId, filter, sort, offset: 0, limit: 200 }).rows;
  }

  /** Simulates the runner: adds documents and changes the state or beneficiary of others. */
  work(): void {
    if (this.#random() < 0.3) this.add();
    this.tables.database.run(
      `UPDATE document SET state = $state, beneficiary_id = $beneficiary
       WHERE batch_id = $batchId AND id % 5 = $rest`,
      {
        batchId: this.batchId,
        state: this.one(documentStates),
        beneficiary: this.one([null, ...this.#beneficiaries]),
        rest: Math.floor(this.#random() * 5),
      },
    );
  }

  async clerk(): Promise<void> {
    const { ticked, sort } = this;
    const rows = this.rows();
    const rowOf = (id: number) => rows.find((row) => row.id === id);
    const wish = this.#random();
    if (wish < 0.3) await ticked.tickAll();
    else if (wish < 0.7 && rows.length > 0) {
      ticked.change(withToggled(ticked.current().ids, this.one(rows).id), rowOf);
    } else if (wish < 0.95 && rows.length > 0) {
      const from = Math.floor(this.#random() * rows.length);
      const to = Math.min(rows.length - 1, from + 5);
      const base = ticked.current().ids;
      const between = await ticked.range({ kind: 'range', sort, from, to });
      expect(new Set(between)).toEqual(new Set(rows.slice(from, to + 1).map(({ id }) => id)));
      ticked.change(new Set([...base, ...between]), rowOf);
    } else ticked.clear();
  }

  /** Runs the action and returns the documents that it changed. */
  do(act: BulkAction): readonly number[] {
    const { tables, batchId, filter, state, ticked } = this;
    this.#time += 1;
    const at = this.#time;
    const selection = selectionForAction(act, state, ticked.current(), filter);
    const args = { batchId, selection, at, by };
    const beneficiaryId = this.#beneficiaries[0] ?? 0;
    const { changed } =
      act === 'assign'
        ? tables.run(assign.assign, { ...args, beneficiaryId })
        : tables.run(procedures[act], args);
    const rows = tables.database.all('SELECT id FROM document WHERE changed_at = $at', { at });
    expect(rows).toHaveLength(changed);
    return rows.map((row) => Number(row['id']));
  }

  /** Checks that the selection bar, the check box in the head and the rows agree. */
  shown(): ReadonlySet<number> {
    const { ids } = this.ticked.current();
    const rows = this.rows();
    const shown = rows.filter((row) => ids.has(row.id)).map((row) => row.id);
    expect(shown).toHaveLength(ids.size);
    const all = rows.length > 0 && shown.length === rows.length;
    expect(checkStateOf(ids.size, rows.length)).toBe(shown.length === 0 ? 'none' : all ? 'all' : 'some');
    return new Set(shown);
  }
}

describe('the ticked documents of a list', () => {
  test.each(Array.from({ length: 120 }, (_, seed) => [seed]))(
    'are the same for the bar, check box, buttons and main during any changes (seed %d)',
    async (seed) => {
      const random = createRandom(seed);
      const screen = new Screen(random);
      for (let step = 0; step < 12; step += 1) {
        await screen.clerk();
        if (random() < 0.6) screen.work();
        await screen.ticked.refresh();
        const shown = screen.shown();
        const act = screen.one(bulkActions);
        const button = countByAction(screen.state, screen.ticked.current()).get(act) ?? 0;
        // A change after the last reading can only reduce the documents of the action.
        const late = random() < 0.3;
        if (late) screen.work();
        const listedNow = new Set(screen.rows().map(({ id }) => id));
        const changed = screen.do(act);
        expect(changed.filter((id) => !shown.has(id) || !listedNow.has(id))).toEqual([]);
        if (late) expect(changed.length).toBeLessThanOrEqual(shown.size);
        else expect(changed).toHaveLength(button);
        await screen.ticked.refresh();
        screen.shown();
      }
    },
  );

  test('do not contain a document that enters the list after all were ticked', async () => {
    const tables = openTables();
    onTestFinished(() => tables.database.close());
    const batchId = tables.batch('review');
    const filter = { group: 'unassigned', text: '' } as const;
    const ticked = createTicked(async (rows) => tables.run(listed, { batchId, filter, rows }));
    const [first, second] = [tables.document(batchId, 'ready'), tables.document(batchId, 'ready')];
    await ticked.tickAll();
    tables.document(batchId, 'ready');
    tables.database.run(`UPDATE document SET state = 'excluded' WHERE id = $second`, { second });
    await ticked.refresh();
    expect([...ticked.current().ids]).toEqual([first]);
    // It was included again, but not ticked again.
    tables.database.run(`UPDATE document SET state = 'ready' WHERE id = $second`, { second });
    await ticked.refresh();
    expect([...ticked.current().ids]).toEqual([first]);
  });

  test('do not allow removing the beneficiary of a document without one', async () => {
    const tables = openTables();
    onTestFinished(() => tables.database.close());
    const batchId = tables.batch('review');
    const filter = { group: 'duplicate', text: '' } as const;
    const ticked = createTicked(async (rows) => tables.run(listed, { batchId, filter, rows }));
    tables.document(batchId, 'duplicate');
    tables.document(batchId, 'duplicate', { beneficiaryId: tables.beneficiary('A') });
    await ticked.tickAll();
    expect(countByAction('review', ticked.current()).get('unassign')).toBe(1);
    const selection = selectionForAction('unassign', 'review', ticked.current(), filter);
    expect(tables.run(assign.unassign, { batchId, selection, at: 2, by })).toEqual({ changed: 1 });
  });

  test('stay the same set while their content is equal, so that a range selection continues', async () => {
    const tables = openTables();
    onTestFinished(() => tables.database.close());
    const batchId = tables.batch('review');
    const filter = { group: null, text: '' };
    const ticked = createTicked(async (rows) => tables.run(listed, { batchId, filter, rows }));
    tables.document(batchId, 'ready');
    await ticked.tickAll();
    const before = ticked.current().ids;
    await ticked.refresh();
    expect(ticked.current().ids).toBe(before);
  });

  test("keep the clerk's changes during *Select all*", async () => {
    let answer = () => {};
    const ticked = createTicked(
      () =>
        new Promise((resolve) => {
          answer = () => resolve([{ group: 'unassigned', state: 'ready', assigned: false, ids: [[0, 6]] }]);
        }),
    );
    const all = ticked.tickAll();
    ticked.change(new Set([7]), () => undefined);
    answer();
    await all;
    expect([...ticked.current().ids]).toEqual([7]);
  });
});
