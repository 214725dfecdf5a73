import { expect } from 'vitest';
import { noFilters } from '../../../../src/shared/model/statements/statement-search.ts';
import { filesContaining, test } from './statements-fixture.ts';

test('no part of a statement is unencrypted on disk', async ({ fixture }) => {
  const { handle } = await fixture.openStatement();
  const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 1 });
  const reference = rows[0]?.cells[1] ?? '';
  expect(reference).toMatch(/^PC1001/);
  expect(await filesContaining(fixture.testApp.dataFolder, reference)).toEqual([]);
  await fixture.call('viewer.search', { action: 'start', text: reference, filters: noFilters });
  const { hits } = await fixture.testApp.until('search', ({ state }) => state === 'done');
  expect(hits.length).toBeGreaterThan(0);
  expect(await filesContaining(fixture.testApp.dataFolder, reference)).toEqual([]);
});
