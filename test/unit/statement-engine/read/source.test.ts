import { expect, test } from 'vitest';
import { readWhole } from '../../../../src/main/statement-engine/read/source.ts';
import { toPaydeskError, toWire } from '../../../../src/shared/errors.ts';
import { describeError } from '../../../../src/shared/messages/error-messages.ts';

test('a file of 10 GB is refused with its size and closed, without being read into memory', async () => {
  let isClosed = false;
  const reader = {
    size: 10_000_000_000,
    frames: () => expect.unreachable('The file must not be read'),
    close: async () => {
      isClosed = true;
    },
  };
  const thrown = await readWhole(reader).catch((error: unknown) => error);
  const { title, detail } = describeError(toWire(toPaydeskError(thrown)));
  expect(title).toBe('The statement is too large to review');
  expect(detail).toBe(
    'The statement has 10.00\u00a0GB, and Paydesk can review at most 1.50\u00a0GB. The original is stored and can be exported.',
  );
  expect(isClosed).toBe(true);
});
