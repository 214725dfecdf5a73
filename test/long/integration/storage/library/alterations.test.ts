import { expect, test } from 'vitest';
import { createAlteredFile } from '../../../../integration/storage/library/altered-files.ts';

test('a sealed file is refused after each of 500 changes of a single byte', async () => {
  const { bytes, findAccepted } = await createAlteredFile();
  const step = bytes.length / 300;
  // Every byte of the header, and offsets across all frames.
  const offsets = [
    ...Array.from({ length: 200 }, (_, index) => index),
    ...Array.from({ length: 300 }, (_, index) => Math.floor(index * step)),
  ];
  expect(await findAccepted(offsets)).toEqual([]);
});
