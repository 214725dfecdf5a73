import { expect, test } from 'vitest';
import { readWhole } from '../../../src/main/review/source.ts';
import { toPaydeskError, toWire } from '../../../src/shared/errors.ts';
import { wordsOfError } from '../../../src/shared/words/errors.ts';

test('a file of 10 GB is not read into memory: it is refused with words, and closed', async () => {
  let isClosed = false;
  const reader = {
    size: 10_000_000_000,
    frames: () => expect.unreachable('Nothing of it is read'),
    close: async () => {
      isClosed = true;
    },
  };
  const thrown = await readWhole(reader).catch((error: unknown) => error);
  const { title, detail } = wordsOfError(toWire(toPaydeskError(thrown)));
  expect(title).toBe('The statement is too large to review');
  expect(detail).toBe(
    'It has 10.0 GB, and at most 1.5 GB can be reviewed. The original is stored and can be exported.',
  );
  expect(isClosed).toBe(true);
});
