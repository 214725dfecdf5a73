import { expect, test } from 'vitest';
import { reviewDocuments } from '../../../../src/main/features/documents/database/review.ts';
import { openTables } from './tables.ts';

test('the review lists documents that were attached before after the new ones, newest first and then by name', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('Ahlström');
  function attach(endedAt: number, ...names: readonly string[]): void {
    const operationId = tables.addOperation(null, beneficiaryId, 'attached');
    tables.database.run('UPDATE attach_operation SET ended_at = $endedAt WHERE id = $operationId', {
      endedAt,
      operationId,
    });
    for (const [position, name] of names.entries()) {
      tables.database.run(
        `INSERT INTO attach_item (attach_id, position, key, name, sha256, is_new)
         VALUES ($operationId, $position, $name, $name, '', 1)`,
        { operationId, position, name },
      );
    }
  }
  attach(Date.parse('2026-03-01'), 'older.pdf');
  attach(Date.parse('2026-05-01'), 'b.pdf', 'a.pdf');
  // A time with fewer digits sorts by its value, not as text.
  attach(Date.parse('2001-01-01'), 'oldest.pdf');
  const batchId = tables.addBatch('draft');
  const documentId = tables.addDocument(batchId, 'ready', { beneficiaryId });
  tables.database.run(`UPDATE document SET assigned_by = 'hand' WHERE id = $documentId`, { documentId });
  const { rows, total } = tables.run(reviewDocuments, { batchId, beneficiaryId, offset: 0, limit: 10 });
  const shown = rows.map(({ kind, name }) => (kind === 'known' ? name : kind));
  expect(shown).toEqual(['new', 'a.pdf', 'b.pdf', 'older.pdf', 'oldest.pdf']);
  expect(total).toBe(5);
});
