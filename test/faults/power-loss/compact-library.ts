/**
 * @file The recorded creation and compaction of a library: a separate program. An item was removed before, and the deletion of its
 * file is not flushed. The only argument is the recorded folder.
 */
import { join } from 'node:path';
import process from 'node:process';
import { flushFolder } from '../../../src/main/storage/library/files.ts';
import { openRecordedLibrary } from './recorded-library.ts';

const root = process.argv[2] ?? '';
const library = await openRecordedLibrary(root);
// The data folder is older than the library and on the disk.
await flushFolder(join(root, 'disk'));
const { id } = await library.seal('proof', { change: 0 }, [Buffer.from('kept')]);
for (let change = 1; change <= 1_010; change += 1) await library.replaceMetadata(id, { change });
const removed = await library.seal('proof', null, [Buffer.from('removed')]);
await library.remove(removed.id);
await library.close();
await (await openRecordedLibrary(root)).close();
process.exit(0);
