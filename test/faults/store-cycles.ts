/**
 * @file A program that opens, uses and ends stores: idle, after their calls, with calls in flight, and by killing the
 * thread during calls. It exits while the last store is still closing.
 */
import { join } from 'node:path';
import process from 'node:process';
import { openStore } from '../../src/main/storage/store/store.ts';
import { connectWorker, startThread } from '../../src/main/workers/client.ts';
import { write } from '../integration/storage/store/notes.ts';

const [folder = '', count = ''] = process.argv.slice(2);
const entry = new URL('../integration/storage/store/entry.ts', import.meta.url);
const texts = Array.from({ length: 300 }, (_, index) => `note ${index}`);

async function killDuringCalls(path: string): Promise<void> {
  const worker = connectWorker(startThread(entry, { workerData: { path }, name: 'store' }));
  await worker.started;
  const calls = texts.map((text) => worker.call({ name: write.name, args: { text } }));
  const ended = Promise.allSettled(calls);
  await calls[0]?.catch(() => undefined);
  await worker.kill();
  await ended;
}

for (let cycle = 0; cycle < Number(count); cycle += 1) {
  const path = join(folder, `${cycle}.db`);
  if (cycle % 4 === 3) {
    await killDuringCalls(path);
    continue;
  }
  const store = await openStore(entry, path);
  const calls = Promise.all(texts.slice(0, (cycle % 4) * 150).map((text) => store.run(write, { text })));
  if (cycle % 4 === 1) await calls;
  await store.close();
  await calls;
}
const last = await openStore(entry, join(folder, 'last.db'));
void last.run(write, { text: 'in flight' });
void last.close();
process.exit(0);
