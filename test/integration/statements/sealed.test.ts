import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, type StatementsFixture, startStatementsFixture } from './statements-fixture.ts';

async function stored(fixture: StatementsFixture): Promise<number> {
  await fixture.request([1001]);
  const [event] = eventsOf(fixture.simulator, 1001);
  if (event !== undefined) await fixture.pasteEvent(event);
  const id = (await fixture.list())[0]?.id ?? 0;
  await fixture.until(id, 'stored');
  return id;
}

/** Returns the names of the files below a folder that contain a text. */
async function filesContaining(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(text)) found.push(entry.name);
  }
  return found;
}

test('no part of a statement is unencrypted on disk', async () => {
  const fixture = await startStatementsFixture();
  const statementId = await stored(fixture);
  const { handle } = await fixture.call('review.open', { statementId, options: {} });
  const { rows } = await fixture.call('review.window', { handle, offset: 0, limit: 1 });
  const reference = rows[0]?.cells[1] ?? '';
  expect(reference).toMatch(/^PC1001/);
  expect(await filesContaining(fixture.testApp.dataFolder, reference)).toEqual([]);
  await fixture.call('review.search', { text: reference });
  const { hits } = await fixture.testApp.until('search', ({ state }) => state === 'done');
  expect(hits.length).toBeGreaterThan(0);
  expect(await filesContaining(fixture.testApp.dataFolder, reference)).toEqual([]);
});
