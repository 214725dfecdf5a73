import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, startWork, type Work } from './work.ts';

async function stored(work: Work): Promise<number> {
  await work.ask([1001]);
  const [event] = eventsOf(work.simulator, 1001);
  if (event !== undefined) await work.paste(event);
  const id = (await work.list())[0]?.id ?? 0;
  await work.until(id, 'stored');
  return id;
}

/** Names of files in the data folder that hold a text. */
async function holding(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(text)) found.push(entry.name);
  }
  return found;
}

test('nothing of a statement is on the disk in the clear', async () => {
  const work = await startWork();
  const statementId = await stored(work);
  const { handle } = await work.call('review.open', { statementId, options: {} });
  const { rows } = await work.call('review.window', { handle, offset: 0, limit: 1 });
  const reference = rows[0]?.cells[1] ?? '';
  expect(reference).toMatch(/^PC1001/);
  expect(await holding(work.testApp.dataFolder, reference)).toEqual([]);
  await work.call('review.search', { text: reference });
  const { hits } = await work.testApp.until('search', ({ state }) => state === 'done');
  expect(hits.length).toBeGreaterThan(0);
  expect(await holding(work.testApp.dataFolder, reference)).toEqual([]);
});
