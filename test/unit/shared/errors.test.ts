import { describe, expect, test } from 'vitest';
import { fromWire, PaydeskError, toPaydeskError, toWire } from '../../../src/shared/errors.ts';
import { wireErrorSchema } from '../../../src/shared/wire-error.ts';

describe('an error that crosses the bridge', () => {
  const details = { host: 'auth.example', status: 401, lost: false, fields: ['a', 'b'] };
  const error = new PaydeskError('key-refused', 'auth.example answered 401', {
    details,
    retryable: true,
    requestId: 'req-1',
  });

  test('keeps its code, message, details, retryability and request ID in both directions', () => {
    const received = fromWire(wireErrorSchema.parse(JSON.parse(JSON.stringify(toWire(error)))));
    expect(received).toBeInstanceOf(PaydeskError);
    expect(toWire(received)).toEqual(toWire(error));
    expect(toWire(received)).toEqual({
      code: 'key-refused',
      message: 'auth.example answered 401',
      retryable: true,
      requestId: 'req-1',
      details,
    });
  });

  test('has neither stack nor cause nor additional properties', () => {
    const errorWithExtras = Object.assign(new PaydeskError('timed-out', 'late', {}), {
      request: 'canary-request',
    });
    errorWithExtras.cause = new Error('canary-cause');
    const wire = toWire(errorWithExtras);
    expect(Object.keys(wire).sort()).toEqual(['code', 'details', 'message', 'requestId', 'retryable']);
    expect(JSON.stringify(wire)).not.toMatch(/canary|errors\.test/);
  });

  test.each([
    ['an unknown code', { code: 'made-up' }],
    ['a detail that is an object', { details: { nested: { key: 1 } } }],
    ['no request ID field', { requestId: undefined }],
  ])('is refused with %s', (_what, change) => {
    expect(wireErrorSchema.safeParse({ ...toWire(error), ...change }).success).toBe(false);
  });
});

test('a thrown value is returned unchanged when it is a PaydeskError', () => {
  const error = new PaydeskError('disk-full', 'The disk is full');
  expect(toPaydeskError(error)).toBe(error);
});

test.each([
  ['an error', new TypeError('canary-7c1 in the message')],
  ['an object', { apiKey: 'canary-7c1' }],
  ['nothing', undefined],
])('a thrown value (%s) becomes an unexpected error without its message', (_what, thrown) => {
  const error = toPaydeskError(thrown);
  expect(error.code).toBe('unexpected');
  expect(error.retryable).toBe(false);
  expect(`${error.message} ${error.stack} ${JSON.stringify(toWire(error))}`).not.toContain('canary-7c1 in');
  expect(JSON.stringify(toWire(error))).not.toContain('canary');
});
