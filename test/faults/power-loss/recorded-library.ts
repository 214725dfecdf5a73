/** @file The recorded library, which has a fixed key. */
import { join } from 'node:path';
import { systemClock, systemRandom } from '../../../src/main/concurrency/clock.ts';
import { openLibraryFiles } from '../../../src/main/storage/library/library-files.ts';
import type { MasterKey } from '../../../src/main/storage/library/master-key.ts';

const masterKey: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};

/** Opens or creates the library below a recorded folder. */
export function openRecordedLibrary(root: string): ReturnType<typeof openLibraryFiles> {
  const deps = { clock: systemClock, random: systemRandom };
  return openLibraryFiles(join(root, 'disk', 'library'), masterKey, deps);
}
