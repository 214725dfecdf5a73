/** @file The selection of documents in the renderer over the real tables of main: both agree on the documents of an action. */
import { describe, expect, onTestFinished, test } from 'vitest';
import * as assign from '../../../../src/main/features/documents/database/assign/assign.ts';
import {
  groupListedDocuments,
  listDocuments,
} from '../../../../src/main/features/documents/database/lists.ts';
import {
  bulkActions,
  countByAction,
  selectionForAction,
} from '../../../../src/renderer/features/documents/list/bulk-actions.ts';
import { createDocumentSelection } from '../../../../src/renderer/features/documents/list/document-selection.ts';
import type { DocumentFilter } from '../../../../src/shared/contract/documents.ts';
import type { BatchState } from '../../../../src/shared/model/documents/batch.ts';
import { documentStates } from '../../../../src/shared/model/documents/document.ts';
import { openTables } from '../../features/documents/tables.ts';

const procedures = {
  unassign: assign.unassignDocuments,
  'send-anyway': assign.includeDocuments,
  include: assign.includeDocuments,
  recheck: assign.recheckDocuments,
  retry: assign.retryDocuments,
  exclude: assign.excludeDocuments,
  cancel: assign.cancelDocuments,
} as const;

const batchStates: readonly BatchState[] = ['draft', 'running', 'paused', 'done-with-problems', 'cancelled'];
const by = 'm.hansen';

/** Creates the selection of a list in a new batch. */
function createList(group: DocumentFilter['group'] = null, state: BatchState = 'draft') {
  const tables = openTables();
  onTestFinished(() => tables.database.close());
  const batchId = tables.addBatch(state);
  const filter: DocumentFilter = { group, text: '' };
  const selection = createDocumentSelection(async (rows) =>
    tables.run(groupListedDocuments, { batchId, filter, rows }),
  );
  return { tables, batchId, filter, selection };
}

describe('the selected documents of a list', () => {
  test.each(bulkActions.flatMap((action) => batchStates.map((state) => ({ action, state }))))(
    'are as many for the button *$action* as main changes in a batch that is $state, for every document state',
    async ({ action, state }) => {
      const { tables, batchId, filter, selection } = createList(null, state);
      const [free = 0, held = 0] = ['free', 'held'].map((label) => tables.addBeneficiary(label));
      tables.addOperation(batchId, held, 'unknown');
      for (const beneficiaryId of [null, free, held])
        for (const document of documentStates) tables.addDocument(batchId, document, { beneficiaryId });
      const unselected = tables.addDocument(batchId, 'ready');
      await selection.selectAll();
      selection.change(
        new Set([...selection.current().ids].filter((id) => id !== unselected)),
        () => undefined,
      );
      const count = countByAction(state, selection.current()).get(action) ?? 0;
      const ticked = selectionForAction(action, state, selection.current(), filter);
      const args = { batchId, selection: ticked, at: 2, by };
      const { changed } =
        action === 'assign'
          ? tables.run(assign.assignDocuments, { ...args, beneficiaryId: free })
          : tables.run(procedures[action], args);
      expect(changed).toBe(count);
      expect(tables.database.all('SELECT id FROM document WHERE changed_at = 2')).toHaveLength(changed);
      expect(tables.readColumn('document', unselected, 'changed_at')).toBe(0);
      await selection.refresh();
      const { ids } = selection.current();
      const sort = { by: 'state', descending: false } as const;
      const { rows } = tables.run(listDocuments, { batchId, filter, sort, offset: 0, limit: 200 });
      expect(rows.filter(({ id }) => ids.has(id))).toHaveLength(ids.size);
    },
  );

  test('of a running batch can be cancelled while they are only stored', async () => {
    const { tables, batchId, selection } = createList(null, 'running');
    tables.addDocument(batchId, 'stored');
    await selection.selectAll();
    expect(countByAction('running', selection.current()).get('cancel')).toBe(1);
  });

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

  test('between two rows are selected, and one that has left the list since is not changed', async () => {
    const { tables, batchId, filter, selection } = createList('unassigned');
    const ids = [1, 2, 3, 4].map(() => tables.addDocument(batchId, 'ready'));
    const sort = { by: 'name', descending: false } as const;
    expect(await selection.range({ kind: 'range', sort, from: 1, to: 2 })).toEqual(ids.slice(1, 3));
    const page = { batchId, filter, sort, offset: 3, limit: 1 };
    const { rows } = tables.run(listDocuments, page);
    selection.change(new Set(ids.slice(1)), (id) => rows.find((row) => row.id === id));
    expect(countByAction('draft', selection.current()).get('exclude')).toBe(3);
    tables.database.run(`UPDATE document SET state = 'waiting-for-file' WHERE id = ${ids[2]}`);
    const ticked = selectionForAction('exclude', 'draft', selection.current(), filter);
    tables.run(assign.excludeDocuments, { batchId, selection: ticked, at: 2, by });
    const states = ['ready', 'excluded', 'waiting-for-file', 'excluded'];
    expect(ids.map(tables.stateOf)).toEqual(states);
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
