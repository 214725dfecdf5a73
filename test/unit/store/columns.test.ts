import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  changedSchema,
  flagColumn,
  jsonColumn,
  noResultSchema,
  timeColumn,
} from '../../../src/main/store/columns.ts';
import { sqlList } from '../../../src/main/store/sql-list.ts';

test('a time is ISO 8601 UTC in the domain', () => {
  expect(timeColumn.parse(Date.UTC(2026, 2, 1, 8))).toBe('2026-03-01T08:00:00.000Z');
  expect(timeColumn.safeParse('2026-03-01').success).toBe(false);
});

test('a flag is unset when it is 0, and set otherwise', () => {
  expect([0, 1, 2].map((number) => flagColumn.parse(number))).toEqual([false, true, true]);
});

test('JSON is parsed and has to fit its schema', () => {
  const column = jsonColumn(z.object({ name: z.string() }));
  expect(column.parse('{"name":"a"}')).toEqual({ name: 'a' });
  expect(column.safeParse('{"name":7}').error?.issues).toMatchObject([{ path: ['name'] }]);
  expect(column.safeParse('{"name":').error?.issues).toEqual([
    { code: 'custom', message: 'is not JSON', path: [] },
  ]);
});

test('a number of changed rows is a whole number', () => {
  expect(changedSchema.parse({ changed: 3 })).toEqual({ changed: 3 });
  expect(changedSchema.safeParse({ changed: 0.5 }).success).toBe(false);
  expect(changedSchema.safeParse({}).success).toBe(false);
});

test('nothing is null', () => {
  expect(noResultSchema.parse(null)).toBeNull();
  expect(noResultSchema.safeParse(0).success).toBe(false);
});

test('states are a list of SQL', () => {
  expect(sqlList(['stored', 'attached'])).toBe("('stored', 'attached')");
});
