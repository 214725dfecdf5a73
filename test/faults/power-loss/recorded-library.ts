/** @file The recorded library, which has a fixed key. */
import { join } from 'node:path';
import { systemClock, systemRandom } from '../../../src/main/concurrency/clock.ts';
import { openLibraryFiles } from '../../../src/main/storage/library/library-files.ts';
import type { MasterKey } from '../../../src/main/storage/library/master-key.ts';
import { openLibraryStore } from '../../fakes/library-store.ts';

const masterKey: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};

/** Opens or creates the library and its database below a recorded folder. */
export async function openRecordedLibrary(root: string) {
  const store = openLibraryStore(join(root, 'disk', 'paydesk.db'));
  try {
    const deps = { store, clock: systemClock, random: systemRandom };
    const library = await openLibraryFiles(join(root, 'disk', 'library'), masterKey, deps);
    return { ...library, close: store.close };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
