/** @file The key of a recorded library. */
import type { MasterKey } from '../../../src/main/library/master-key.ts';

export const masterKey: MasterKey = {
  libraryId: '00000000-0000-4000-8000-00000000000a',
  key: Buffer.alloc(32, 5),
};
