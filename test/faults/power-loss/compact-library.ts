/**
 * @file The recorded compaction of a library: a separate program. An item was removed before, and the deletion of its
 * file is not flushed. The only argument is the recorded folder.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { systemClock, systemRandom } from '../../../src/main/clock.ts';
import { flushFolder } from '../../../src/main/library/files.ts';
import { openLibraryFiles } from '../../../src/main/library/library-files.ts';
import { masterKey } from './library-key.ts';

const folder = join(process.argv[2] ?? '', 'disk', 'library');
const open = () => openLibraryFiles(folder, masterKey, { clock: systemClock, random: systemRandom });

const library = await open();
// The data folder is older than the library and on the disk.
await flushFolder(dirname(folder));
const { id } = await library.seal('proof', { change: 0 }, [Buffer.from('kept')]);
for (let change = 1; change <= 1_010; change += 1) await library.replaceMetadata(id, { change });
const removed = await library.seal('proof', null, [Buffer.from('removed')]);
await library.remove(removed.id);
await library.close();
await (await open()).close();
process.exit(0);
