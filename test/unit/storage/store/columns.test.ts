import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  changedSchema,
  flagColumn,
  jsonColumn,
  noResultSchema,
  timeColumn,
} from '../../../../src/main/storage/store/columns.ts';

test('a time column is parsed to ISO 8601 in UTC', () => {
  expect(timeColumn.parse(Date.UTC(2026, 2, 1, 8))).toBe('2026-03-01T08:00:00.000Z');
  expect(timeColumn.safeParse('2026-03-01').success).toBe(false);
});

test('a flag column is false for 0 and true otherwise', () => {
  expect([0, 1, 2].map((number) => flagColumn.parse(number))).toEqual([false, true, true]);
});

test('a JSON column is parsed and must match its schema', () => {
  const column = jsonColumn(z.object({ name: z.string() }));
  expect(column.parse('{"name":"a"}')).toEqual({ name: 'a' });
  expect(column.safeParse('{"name":7}').error?.issues).toMatchObject([{ path: ['name'] }]);
  expect(column.safeParse('{"name":').error?.issues).toEqual([
    { code: 'custom', message: 'is not JSON', path: [] },
  ]);
});

test('the number of changed rows is an integer, and no result is represented by null', () => {
  expect(changedSchema.parse({ changed: 3 })).toEqual({ changed: 3 });
  for (const value of [{ changed: 0.5 }, {}]) expect(changedSchema.safeParse(value).success).toBe(false);
  expect([null, 0].map((value) => noResultSchema.safeParse(value).success)).toEqual([true, false]);
});
