/** @file The recorded creation of a library: a separate program. The only argument is the recorded folder. */
import { join } from 'node:path';
import process from 'node:process';
import { systemClock, systemRandom } from '../../../src/main/clock.ts';
import { openLibraryFiles } from '../../../src/main/library/library-files.ts';
import { masterKey } from './library-key.ts';

const folder = join(process.argv[2] ?? '', 'disk', 'library');
const library = await openLibraryFiles(folder, masterKey, { clock: systemClock, random: systemRandom });
await library.close();
process.exit(0);
