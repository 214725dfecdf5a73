import { expect, test } from 'vitest';
import { ConcurrencyLimiter } from '../../../../../src/main/features/documents/transfer/concurrency-limiter.ts';
import { type ErrorCode, PaydeskError } from '../../../../../src/shared/errors.ts';

const refusal = failure('service-failed', { status: 503 });

function failure(code: ErrorCode, details: PaydeskError['details'] = {}): PaydeskError {
  return new PaydeskError(code, 'for a test', { details });
}

/** Ends uploads with these errors, the others of `count` successfully. Returns the limit afterwards. */
async function end(limiter: ConcurrencyLimiter, errors: readonly Error[], count = 20): Promise<number> {
  for (const error of errors)
    await expect(limiter.observe(Promise.reject<string>(error))).rejects.toBe(error);
  for (let stored = errors.length; stored < count; stored += 1)
    await expect(limiter.observe(Promise.resolve('stored'))).resolves.toBe('stored');
  return limiter.limit;
}

/** The limits after windows of twenty uploads with these numbers of refusals. */
test.each([
  ['rises in steps that double, up to sixteen', [0, 0, 0, 0, 0], [9, 11, 15, 16, 16]],
  ['rises although a tenth is refused', [2, 1, 2, 2], [9, 11, 15, 16]],
  ['falls by the share of refusals above a tenth', [0, 0, 0, 0, 3, 5, 10], [9, 11, 15, 16, 13, 9, 4]],
  ['falls to one and no further', [20, 20], [1, 1]],
  ['returns within 80 uploads', [20, 0, 0, 0, 0], [1, 2, 4, 8, 16]],
  ['stays beside the largest number without refusals', [5, 0, 4, 0, 3, 0], [6, 7, 5, 6, 5, 6]],
])('the limit of eight uploads %s', async (_, refusals, limits) => {
  const limiter = new ConcurrencyLimiter();
  const reached: number[] = [];
  for (const count of refusals) reached.push(await end(limiter, Array<Error>(count).fill(refusal)));
  expect(reached).toEqual(limits);
});

test('the limit changes only after twenty uploads', async () => {
  const limiter = new ConcurrencyLimiter();
  expect(await end(limiter, Array<Error>(19).fill(refusal), 19)).toBe(8);
  expect(await end(limiter, [refusal], 1)).toBe(1);
});

test.each([
  ['a timeout', failure('timed-out'), 1],
  ['429', failure('service-throttled', { status: 429 }), 1],
  ['503', refusal, 1],
  ['500', failure('service-failed', { status: 500 }), 8],
  ['a lost connection', failure('connection-lost'), 8],
  ['an error of the file', new RangeError('for a test'), 8],
  ['a withdrawal', failure('cancelled'), 8],
  ['a pause of the host', failure('service-throttled', { status: 429, sent: false }), 8],
])('twenty uploads that end with %s', async (_, error, limit) => {
  expect(await end(new ConcurrencyLimiter(), Array<Error>(20).fill(error))).toBe(limit);
});
