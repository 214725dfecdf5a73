/** @file Wallet lists and statement requests: the requests and the parsing of their answers. */
import { describe, expect, test } from 'vitest';
import {
  exportBody,
  exportQuery,
  findInvalidWallets,
  readExport,
  readWallets,
} from '../../../src/main/service/statements.ts';
import { incoming, thrownBy } from './http/incoming.ts';

const host = 'service.example';
const readWalletsOf = (body: unknown) => readWallets(host, incoming(body));
const page = incoming('<p>Sign in', { contentType: 'text/html' });

describe('a list of wallets (section 4.2)', () => {
  test.each(['data', 'items', 'wallets', 'results'])('may be at the top, or under %s', (name) => {
    const list = [{ id: 7, name: 'Main', currency: 'EUR' }];
    const read = [{ id: 7, name: 'Main', currency: 'EUR' }];
    expect(readWalletsOf(list)).toEqual(read);
    expect(readWalletsOf({ [name]: list })).toEqual(read);
    expect(readWalletsOf({ [name]: {}, results: list })).toEqual(read);
  });

  test('is the first list under a usual name', () => {
    expect(readWalletsOf({ results: [{ id: 2 }], data: [{ id: 1 }] }).map(({ id }) => id)).toEqual([1]);
  });

  test('identifies a wallet by its id, otherwise by its walletId', () => {
    const ids = readWalletsOf([{ walletId: 3 }, { id: 'x', walletId: 4 }, { id: 5, walletId: 6 }]).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([3, 4, 5]);
  });

  test('skips invalid and duplicate wallets', () => {
    const list = [null, 'x', 5, [6], {}, { id: 1.5 }, { id: -1 }, { id: 8, name: 'a' }, { id: 8, name: 'b' }];
    expect(readWalletsOf(list)).toEqual([{ id: 8, name: 'b', currency: null }]);
  });

  test('may be empty, but must not have only invalid entries', () => {
    expect(readWalletsOf([])).toEqual([]);
    const error = thrownBy(() => readWalletsOf([{ number: 5 }, { id: 'x' }]));
    expect(error).toMatchObject({
      code: 'answer-not-understood',
      details: { host, missing: 'wallets', fields: ['number'] },
    });
  });

  test.each<[string, unknown]>([
    ['a text', '"wallets"'],
    ['an object without a list', { data: { 0: { id: 1 } } }],
    ['a list under another name', { others: [{ id: 1 }] }],
    ['no JSON', '<p>'],
  ])('is not understood as %s', (_, body) => {
    expect(thrownBy(() => readWalletsOf(body))).toMatchObject({
      code: 'answer-not-understood',
      details: { missing: 'wallets' },
    });
  });

  test('has names and currencies of one line, at most 120 characters, and only as text', () => {
    const nameOf = (name: unknown) => readWalletsOf([{ id: 1, name }])[0]?.name;
    expect(nameOf('  Main\r\n\taccount\u0000 ')).toBe('Main account');
    expect(nameOf('x'.repeat(121))).toBe('x'.repeat(120));
    for (const invalid of [5, null, '', ' ', '\u0007']) expect(nameOf(invalid)).toBeNull();
    expect(readWalletsOf([{ id: 1, currency: ' EUR ' }])[0]?.currency).toBe('EUR');
  });

  test('has at most 10,000 wallets', () => {
    const many = readWalletsOf(Array.from({ length: 10_001 }, (_, id) => ({ id: id + 1 })));
    expect([many.length, many.at(-1)?.id]).toEqual([10_000, 10_000]);
  });
});

test('a request has its dates and format in the query, and its wallets and e-mail address in the body (section 4.7)', () => {
  const request = {
    walletIds: [2, 1],
    since: '2026-01-01',
    till: '2026-01-31',
    format: 'csv',
    email: 'a@b.example',
  } as const;
  expect(exportQuery(request)).toEqual({ since: '2026-01-01', till: '2026-01-31', format: 'csv' });
  expect(exportBody(request)).toBe('{"walletIds":[2,1],"email":"a@b.example"}');
});

describe('the answer to a request', () => {
  const read = (body: unknown, facts: Parameters<typeof incoming>[1] = {}) =>
    readExport(host, incoming(body, facts), [1, 2, 3]);
  const accepted = { kind: 'accepted', requestId: 'req-1' };

  test.each<[object, number, number | null]>([
    [{}, 200, null],
    [{}, 299, null],
    [{ statusCode: 200 }, 200, null],
    [{ statusCode: 299 }, 500, null],
    [{ statusCode: 201 }, 400, null],
    [{ statusCode: '400' }, 200, null],
    [{ statusCode: 400.5 }, 202, null],
    [{ statusCode: 199 }, 200, 199],
    [{ statusCode: 300 }, 200, 300],
    [{ statusCode: 401 }, 200, 401],
    [{}, 500, 500],
    [{}, 399, 399],
    [{}, 401, 401],
  ])('with body %j and status %i is accepted unless it has failed with %o', (body, status, failedStatus) => {
    const failed = { kind: 'failed', status: failedStatus };
    expect(read(body, { status })).toEqual(failedStatus === null ? accepted : failed);
  });

  test('is a refusal with the requested wallets that its message names', () => {
    const body = { statusCode: 400, message: 'Invalid wallet Ids: 3, 9;1' };
    for (const contentType of ['application/json', 'text/html'])
      expect(read(body, { contentType })).toEqual({ kind: 'refused', status: 400, invalidWallets: [1, 3] });
    for (const withoutMessage of [{ message: 5 }, 'no JSON'])
      expect(read(withoutMessage, { status: 400 })).toEqual({
        kind: 'refused',
        status: 400,
        invalidWallets: [],
      });
  });

  test.each([
    ['a web page', page],
    ['a web page that is JSON', incoming({}, { contentType: 'text/html' })],
    ['no JSON', incoming('OK')],
    ['a list', incoming([])],
    ['nothing', incoming('')],
  ])('is not understood as %s', (_, answer) => {
    expect(thrownBy(() => readExport(host, answer, [1]))).toMatchObject({
      code: 'answer-not-understood',
      details: { host, missing: 'statusCode' },
    });
  });
});

test.each<[string, readonly number[]]>([
  ['Invalid wallet Ids: 1, 2', [1, 2]],
  ['invalid Wallet id : 2', [2]],
  ['Invalid wallet ids:1;3', [1, 3]],
  ['Invalid wallet Ids: 1 2\n3', [1, 2, 3]],
  ['Invalid wallet Ids: none of 1', []],
  ['Wallets: 1', []],
  ['', []],
])('the message %j names the requested wallets %j', (message, named) => {
  expect(findInvalidWallets(message, [1, 2, 3])).toEqual(named);
});
