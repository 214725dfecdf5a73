/**
 * @file The recorded creation and changes of a library: a separate program. It writes the names of the listed items after
 * each change. The only argument is the recorded folder.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { flushFolder } from '../../../src/main/storage/library/files.ts';
import { openLibraryStore } from '../../fakes/library-store.ts';
import { openRecordedLibrary } from './recorded-library.ts';

const root = process.argv[2] ?? '';
const disk = join(root, 'disk');
mkdirSync(join(disk, 'library'), { recursive: true });
// The database and the folder with the marker are older than the rest of the library and on the disk.
await openLibraryStore(join(disk, 'paydesk.db')).close();
await flushFolder(disk);
await flushFolder(root);

const names = new Map<string, string>();
const acknowledge = () => appendFileSync(join(root, 'acknowledged'), `${[...names.values()].join(' ')}\n`);
let library = await openRecordedLibrary(root);

async function seal(name: string): Promise<string> {
  const { id } = await library.seal('proof', name, [Buffer.alloc(3_000, name)]);
  names.set(id, name);
  acknowledge();
  return id;
}
async function remove(id: string): Promise<void> {
  await library.remove(id);
  names.delete(id);
  acknowledge();
}

const first = await seal('a');
const second = await seal('b');
await remove(first);
await library.close();
library = await openRecordedLibrary(root);
await seal('c');
await remove(second);
await library.close();
await (await openRecordedLibrary(root)).close();
process.exit(0);
