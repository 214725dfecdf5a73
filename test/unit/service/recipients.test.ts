import { describe, expect, test } from 'vitest';
import { errorOfStatus } from '../../../src/main/service/answers.ts';
import { type FailureKind, failureToError, HttpFailure } from '../../../src/main/service/http/failure.ts';
import type { Incoming } from '../../../src/main/service/http/http-messages.ts';
import {
  attachFailure,
  createBody,
  readAttach,
  recipientIdOf,
  updateBody,
} from '../../../src/main/service/recipients.ts';
import { incoming } from './http/incoming.ts';

const outcomeOf = (answer: Incoming) => readAttach(answer, errorOfStatus('host', answer, 0, []));

describe('the body of an attach operation (section 4.5)', () => {
  const documentWithHash = Object.assign({ key: 'k1', name: 'a.pdf' }, { sha256: 'x' });

  test('of an update contains only the documents', () => {
    expect(JSON.parse(updateBody([documentWithHash, { key: 'k2', name: 'b.pdf' }]))).toEqual({
      documentDetails: [
        { key: 'k1', name: 'a.pdf' },
        { key: 'k2', name: 'b.pdf' },
      ],
    });
  });

  test('of a creation contains the clerk’s object, and documents only when there are any', () => {
    const payload = { name: 'Balticum', nested: { iban: 'x' } };
    expect(JSON.parse(createBody(payload, []))).toEqual(payload);
    expect(JSON.parse(createBody(payload, [documentWithHash]))).toEqual({
      ...payload,
      documentDetails: [{ key: 'k1', name: 'a.pdf' }],
    });
  });
});

describe('the outcome of an attach operation', () => {
  test.each([
    ['accepted', [200, 201, 202, 204]],
    // A redirect decides nothing: an intermediary may have sent it, or the service after the operation.
    ['lost', [100, 199, 300, 301, 302, 303, 307, 399, 408, 500, 502, 503, 504]],
    ['refused', [400, 404, 405, 409, 413, 422]],
    ['not-done', [401, 403, 407, 429]],
  ] as const)('is %s with each of the statuses %j', (kind, statuses) => {
    for (const status of statuses)
      expect([status, outcomeOf(incoming({ recipientId: 'rcp-1' }, { status })).kind]).toEqual([
        status,
        kind,
      ]);
  });

  test('with status 503 is not-done with a valid Retry-After header, and lost without one', () => {
    const kinds = ['30', 'soon', 'in 5'].map(
      (retryAfter) => outcomeOf(incoming('', { status: 503, retryAfter })).kind,
    );
    expect(kinds).toEqual(['not-done', 'lost', 'lost']);
  });

  test('is lost for a web page, which may come from a portal or a filter, but not for other text', () => {
    const page = incoming('<html>Sign in to the network</html>', { contentType: 'text/html' });
    expect(outcomeOf(page).kind).toBe('lost');
    expect(outcomeOf(incoming('', { status: 204, contentType: '' })).kind).toBe('accepted');
    expect(outcomeOf(incoming('stored', { contentType: 'text/plain' })).kind).toBe('accepted');
  });

  test('has the cause and the request ID when it is lost', () => {
    expect(outcomeOf(incoming('', { status: 500 }))).toEqual({
      kind: 'lost',
      cause: 'status 500',
      requestId: 'req-1',
    });
  });

  test.each<[string, boolean, FailureKind[]]>([
    [
      'not-done',
      false,
      ['name-unknown', 'unreachable', 'certificate', 'proxy', 'connection-lost', 'timed-out'],
    ],
    // The network may fail after everything was sent.
    [
      'lost',
      true,
      ['unreachable', 'connection-lost', 'timed-out', 'answer-too-large', 'early-answer', 'cancelled'],
    ],
  ])('is %s when bytes may have been sent: %s, whatever the failure', (outcome, sent, kinds) => {
    for (const kind of kinds) {
      const failure = new HttpFailure(kind, 'host', sent, '');
      expect(attachFailure(failure, failureToError(failure)).kind).toBe(outcome);
    }
  });
});

test.each([
  ['recipientId', { recipientId: 'r1' }, 'r1'],
  ['id', { id: 'r1' }, 'r1'],
  ['a number', { id: 17 }, '17'],
  ['one level down', { data: { recipientId: 'r1' } }, 'r1'],
  ['recipientId before id', { id: 'no', recipientId: 'r1' }, 'r1'],
  ['id after a blank recipientId', { recipientId: '   ', id: 'r1' }, 'r1'],
  ['a top-level ID before a nested ID', { data: { recipientId: 'no' }, id: 'r1' }, 'r1'],
  ['the same nested ID twice', { data: { id: 'r1' }, recipient: { recipientId: 'r1' } }, 'r1'],
  ['different nested IDs', { company: { id: 17 }, recipient: { id: 4711 } }, null],
  ['among other fields', { note: null, count: 3, tags: ['x'], meta: { page: 1 }, data: { id: 7 } }, '7'],
  ['with blanks around', { id: ' r1 ' }, 'r1'],
  ['nested with blanks around', { data: { id: ' r1' } }, 'r1'],
  ['nothing', { name: 'x' }, null],
  ['an empty text', { id: '' }, null],
  ['half a number', { id: 1.5 }, null],
  ['a number that lost digits', { id: 2 ** 60 }, null],
  ['a body that is not JSON', undefined, null],
])('the ID of a created beneficiary is read from the answer: %s', (_where, body, id) => {
  expect(recipientIdOf(body)).toBe(id);
});
